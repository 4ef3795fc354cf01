import type { Frame, Replayed, ShownObject, Snapshot } from '@vlabs/contract/runs/trace/replay';
import type { TraceValue } from '@vlabs/contract/runs/trace/trace';
import { elementsOf, indexesOf, pairsOf } from './contents.ts';
import { sayEnd } from './end-words.ts';
import { countOf, nameOfObject, sayValue, showUnseen, type ValueNames } from './value-words.ts';

const MAX_CHANGES = 4;
const MAX_PRINTED = 200;

const PLACES_OF_GLOBALS: ReadonlyMap<string, string> = new Map([['java', 'Static fields']]);

/** What frame 0 is called. */
export const nameOfGlobals = (language: string): string =>
  PLACES_OF_GLOBALS.get(language) ?? 'Global variables';

/** The name of the current function; null outside of all. */
export function functionOf({ frames }: Snapshot): string | null {
  const frame = frames.length > 1 ? frames.at(-1) : undefined;
  return frame ? showUnseen(frame.name) : null;
}

/** What happens at a step beside running a line; null if nothing does. */
export function sayEvent(snapshot: Snapshot, names: ValueNames): string | null {
  const { event, value } = snapshot;
  const name = functionOf(snapshot) ?? 'The program';
  const said = value === undefined ? '' : sayValue(value, names);
  switch (event) {
    case null:
      return null;
    case 'call':
      return `${name} is called`;
    case 'return':
      return value === undefined ? `${name} returns` : `${name} returns ${said}`;
    case 'exception':
      return typeof value === 'string' ? `Exception: ${showUnseen(value)}` : 'An exception';
    case 'signal':
      break;
  }
  return typeof value === 'string' ? `Signal: ${showUnseen(value)}` : 'A signal';
}

/** Where a step is: `Step 37 of 304 · line 12 · push`. */
export function sayPlace({ snapshots }: Replayed, at: number): string {
  const snapshot = snapshots[at];
  if (!snapshot) return 'No steps';
  const numbers = `Step ${countOfSteps(at + 1)} of ${countOfSteps(snapshots.length)}`;
  const parts = [numbers, `line ${snapshot.line}`, functionOf(snapshot)];
  return parts.filter((part) => part !== null).join(' · ');
}

const countOfSteps = (count: number): string => count.toLocaleString('en-IN');

/**
 * What a step changed, as sentences: "Line 12, push. value is now 4. Printed: 9".
 * @param from the step that was shown before; null if only the place is to be said
 */
export function sayStep(trace: Replayed, at: number, from: number | null, names: ValueNames) {
  const snapshot = trace.snapshots[at];
  if (!snapshot) return 'The trace has no steps.';
  const name = functionOf(snapshot);
  const place = `Line ${snapshot.line}${name === null ? '' : `, ${name}`}`;
  const before = from === null ? undefined : trace.snapshots[from];
  const changes = before ? listChanges(before, snapshot, names) : [];
  const left = changes.length - MAX_CHANGES;
  const said = [
    from === at - 1 ? place : `Step ${at + 1}. ${place}`,
    sayEvent(snapshot, names),
    ...changes.slice(0, MAX_CHANGES),
    left > 0 ? countOf(left, 'more change') : null,
    before && snapshot.output > before.output
      ? `Printed: ${printedBetween(trace, before.output, snapshot.output)}`
      : null,
    before && snapshot.input > before.input ? 'Input was read' : null,
    at === trace.snapshots.length - 1 ? sayEnd(trace.end).text : null,
  ];
  return said
    .filter((part) => part !== null)
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

function printedBetween({ output }: Replayed, from: number, to: number): string {
  const pieces = output.slice(from, to).map(({ text }) => text);
  const text = showUnseen(pieces.join('').replaceAll(/\s+/g, ' ').trim());
  return text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED)}…` : text;
}

/** Only variables of frames that were there before and objects that were there before are compared part by part. */
function listChanges(before: Snapshot, now: Snapshot, names: ValueNames): string[] {
  const changes: string[] = [];
  for (const frame of now.frames) {
    const earlier = before.frames.find(({ activation }) => activation === frame.activation);
    if (earlier !== frame) changes.push(...listChangedVariables(earlier, frame, names));
  }
  if (now.objects === before.objects) return changes;
  for (const object of now.objects.values()) {
    const earlier = before.objects.get(object.id);
    if (earlier !== object) changes.push(...listChangedParts(earlier, object, names));
  }
  return changes;
}

function listChangedVariables(before: Frame | undefined, now: Frame, names: ValueNames): string[] {
  const earlier = new Map(before?.variables);
  return now.variables
    .filter(([name, value]) => !earlier.has(name) || earlier.get(name) !== value)
    .map(([name, value]) => {
      const verb = earlier.has(name) ? 'is now' : 'is';
      return `${showUnseen(name)} ${verb} ${sayValue(value, names)}`;
    });
}

function listChangedParts(
  before: ShownObject | undefined,
  now: ShownObject,
  names: ValueNames,
): string[] {
  const name = nameOfObject(names, now.id);
  if (!before) return [`${name} is new`];
  if (now.isFreed && !before.isFreed) return [`${name} is freed`];
  const said = (part: string, value: TraceValue) =>
    `${part} of ${name} is now ${sayValue(value, names)}`;
  const earlierPairs = pairsOf(before.parts);
  const pairs = pairsOf(now.parts)
    .filter((pair, at) => earlierPairs[at]?.[1] !== pair[1])
    .map(([key, value]) =>
      said(typeof key === 'string' ? showUnseen(key) : sayValue(key, names), value),
    );
  const elements = elementsOf(now.parts);
  const earlier = elementsOf(before.parts);
  const indexes = indexesOf(elements);
  const changed = elements.flatMap((value, at) =>
    earlier[at] === value ? [] : [said(`element ${indexes[at] ?? at}`, value)],
  );
  const all = [...pairs, ...changed];
  return all.length === 0 ? [`${name} has changed`] : all;
}
