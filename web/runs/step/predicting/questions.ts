import type { Frame, Replayed, Snapshot } from '@vlabs/contract/runs/trace/replay';
import type { TraceEvent, TraceValue } from '@vlabs/contract/runs/trace/trace';
import { variableOf } from '../state/step-scope.ts';

/** Nobody types more. */
const MAX_TYPED = 40;
const MAX_CHOICES = 6;

/** What a student is asked about the next step, with its answer. */
export type Question =
  /** What is printed. */
  | { kind: 'prints'; text: string }
  /** What value a variable gets. */
  | { kind: 'value'; name: string; value: TraceValue; event: TraceEvent | null }
  /** Which variable changes, or the object that it refers to. Several may be right. */
  | { kind: 'which'; choices: readonly string[]; right: readonly string[] };

/**
 * The question that going from one step to a later one gives; null if nothing can be asked: nothing is printed or
 * changed, or what is would be too long to type.
 */
export function questionOf(trace: Replayed, from: number, to: number): Question | null {
  const before = trace.snapshots[from];
  const after = trace.snapshots[to];
  if (!before || !after) return null;
  if (after.output > before.output) {
    const text = printedBetween(trace, before, after);
    if (text !== '') return text.length <= MAX_TYPED ? { kind: 'prints', text } : null;
  }
  return valueQuestion(before, after) ?? whichQuestion(before, after);
}

/** On standard output, without the line ends around it. */
function printedBetween({ output }: Replayed, before: Snapshot, after: Snapshot): string {
  const pieces = output.slice(before.output, after.output).filter(({ isError }) => !isError);
  return pieces
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** About a variable that gets a value which can be typed, of the innermost call first. */
function valueQuestion(before: Snapshot, after: Snapshot): Question | null {
  for (const [earlier, now] of keptFrames(before, after).toReversed()) {
    const old = new Map(earlier.variables);
    const changed = now.variables.filter(([name, value]) => old.get(name) !== value);
    const found = changed.find(([, value]) => canBeTyped(value));
    if (found) return { kind: 'value', name: found[0], value: found[1], event: before.event };
  }
  return null;
}

/** The calls that are open at both steps. Of a new one nobody knows the variables. */
function keptFrames(before: Snapshot, after: Snapshot): [Frame, Frame][] {
  return after.frames.flatMap((now, depth): [Frame, Frame][] => {
    const earlier = before.frames[depth];
    return earlier?.activation === now.activation ? [[earlier, now]] : [];
  });
}

function canBeTyped(value: TraceValue): boolean {
  if (typeof value === 'string') return value.length <= MAX_TYPED;
  if (!Array.isArray(value)) return true;
  if (value[0] === 'f' || value[0] === 'i') return value[1].length <= MAX_TYPED;
  return value[0] === 'c';
}

/** About the variables of the current call and the global ones. */
function whichQuestion(before: Snapshot, after: Snapshot): Question | null {
  const kept = keptFrames(before, after);
  const current = kept.at(-1);
  const inSight = kept.filter((pair) => pair[0] === before.frames[0] || pair === current);
  const choices = new Map<string, boolean>();
  for (const [earlier, now] of inSight) {
    const values = new Map(now.variables);
    for (const [name, old] of earlier.variables) {
      const value = values.get(name);
      if (value === undefined || !isData(old, before) || isDangling(value)) continue;
      if (value === old && pointsToChanged(value, before, after)) continue;
      choices.set(name, value !== old || refersToChanged(value, before, after));
    }
  }
  const right = [...choices].filter(([, isRight]) => isRight).map(([name]) => name);
  const [first] = right;
  if (first === undefined || right.length === choices.size) return null;
  const others = [...choices.keys()].filter((name) => name !== first).slice(0, MAX_CHOICES - 1);
  const shown = [...choices.keys()].filter((name) => name === first || others.includes(name));
  return { kind: 'which', choices: shown, right };
}

function refersToChanged(value: TraceValue, before: Snapshot, after: Snapshot): boolean {
  if (!Array.isArray(value) || value[0] !== 'r') return false;
  const earlier = before.objects.get(value[1]);
  return earlier !== undefined && after.objects.get(value[1])?.parts !== earlier.parts;
}

/** What a pointer points to is what changes, but a reference of C++, which looks like a pointer, changes with it. */
function pointsToChanged(value: TraceValue, before: Snapshot, after: Snapshot): boolean {
  if (!Array.isArray(value) || value[0] !== 'v') return false;
  const root = variableOf(value[2]);
  const [old, now] = [before, after].map(({ frames }) =>
    frames[value[1]]?.variables.find(([name]) => name === root),
  );
  return old?.[1] !== now?.[1];
}

/** Memory was freed, but the pointer to it is the same. */
const isDangling = (value: TraceValue): boolean => Array.isArray(value) && value[0] === 'd';

/** Not a function, module or the like, which does not change. */
function isData(value: TraceValue, { objects }: Snapshot): boolean {
  if (!Array.isArray(value)) return true;
  if (value[0] === 'x') return false;
  return value[0] !== 'r' || objects.get(value[1])?.parts[0] !== 'opaque';
}
