import { encoderOf, textOf, type TutorEncoder, type TutorValue } from './python-tutor-values.ts';
import { type Frame, type Replayed, replay, type ShownObject, type Snapshot } from './replay.ts';
import type { Trace, TraceEvent } from './trace.ts';

export interface TutorFrame {
  frame_id: number;
  func_name: string;
  encoded_locals: Record<string, TutorValue>;
  ordered_varnames: string[];
  is_highlighted: boolean;
  is_parent: boolean;
  is_zombie: boolean;
  parent_frame_id_list: number[];
  unique_hash: string;
}

export interface TutorStep {
  event: 'step_line' | 'call' | 'return' | 'exception' | 'instruction_limit_reached';
  line: number;
  func_name: string;
  globals: Record<string, TutorValue>;
  ordered_globals: string[];
  stack_to_render: TutorFrame[];
  heap: Record<string, TutorValue>;
  stdout: string;
  exception_msg?: string;
}

export interface TutorTrace {
  code: string;
  trace: TutorStep[];
}

/** Python Tutor repeats everything in each step. */
const MAX_LENGTH = 128 * 1024 * 1024;
const MAIN = '<module>';
const RETURNED = '__return__';

/**
 * Converts a trace to the format of Python Tutor, version 3 (`OnlinePythonTutor`). That format has one text, so the
 * files of a program follow each other in it. What it cannot express is a text. A trace that would be longer than 128 MB
 * ends early, as one that reached a limit.
 * @param sources the texts of the files by their names in the trace
 */
export function writePythonTutor(trace: Trace, sources: ReadonlyMap<string, string>): TutorTrace {
  const replayed = replay(trace);
  const { code, firstLines } = joinSources(trace, sources);
  const writer = new StepWriter(replayed);
  const steps: TutorStep[] = [];
  let room = MAX_LENGTH;
  for (const [at, snapshot] of replayed.snapshots.entries()) {
    const { step, length } = writer.write(snapshot, at);
    room -= length;
    if (room < 0) break;
    steps.push({ ...step, line: snapshot.line + (firstLines[snapshot.file] ?? 0) });
  }
  const last = steps.at(-1);
  const isCut = steps.length < replayed.snapshots.length;
  const why = isCut ? 'The trace is too long for this format.' : sayLimit(replayed);
  if (last && why !== null)
    steps.push({ ...last, event: 'instruction_limit_reached', exception_msg: why });
  return { code, trace: steps };
}

/** Why a trace ends before its program; null if it does not. */
function sayLimit({ end: { end } }: Replayed): string | null {
  const isWhole = end === 'exit' || end === 'signal' || end === 'exception';
  return isWhole ? null : `The trace ends here: ${end}.`;
}

/** `firstLines` are the lines before each file. */
function joinSources({ head }: Trace, sources: ReadonlyMap<string, string>) {
  const firstLines: number[] = [];
  const texts: string[] = [];
  let lines = 0;
  for (const name of head.files) {
    const text = sources.get(name) ?? '';
    firstLines.push(lines);
    texts.push(text);
    lines += text.split('\n').length;
  }
  return { code: texts.join('\n'), firstLines };
}

interface Measured<Value> {
  value: Value;
  /** Of its JSON. */
  length: number;
}

const measure = <Value>(value: Value): Measured<Value> => ({
  value,
  length: JSON.stringify(value).length,
});

/** Writes the steps in order. What did not change since the step before is the same object in both. */
class StepWriter {
  readonly #trace: Replayed;
  readonly #encoder: TutorEncoder;
  readonly #frames = new WeakMap<Frame, Measured<TutorFrame>>();
  readonly #objects = new WeakMap<ShownObject, Measured<[string, TutorValue] | null>>();
  readonly #heaps = new WeakMap<Snapshot['objects'], Measured<TutorStep['heap']>>();
  #stdout = '';
  #stdoutLength = 0;
  #printed = 0;

  constructor(trace: Replayed) {
    this.#trace = trace;
    this.#encoder = encoderOf(trace.head.language, trace.types);
  }

  write(snapshot: Snapshot, at: number): { step: TutorStep; length: number } {
    this.#print(snapshot.output);
    const [globals, ...frames] = snapshot.frames.map((frame) => this.#frameOf(frame, snapshot));
    const heap = this.#heapOf(snapshot);
    const { encoded_locals = {}, ordered_varnames = [] } = globals?.value ?? {};
    const step: TutorStep = {
      event: eventOf(this.#trace, snapshot, at),
      line: snapshot.line,
      func_name: snapshot.frames.length > 1 ? (snapshot.frames.at(-1)?.name ?? '') : MAIN,
      globals: encoded_locals,
      ordered_globals: ordered_varnames,
      stack_to_render: frames.map(({ value }, place) =>
        place === frames.length - 1 ? { ...value, is_highlighted: true } : value,
      ),
      heap: heap.value,
      stdout: this.#stdout,
      ...(isFailure(snapshot.event) && { exception_msg: sayFailure(snapshot) }),
    };
    const parts = [globals, heap, ...frames].map((part) => part?.length ?? 0);
    const length = parts.reduce((sum, one) => sum + one, this.#stdoutLength);
    return { step: this.#withReturned(step, snapshot), length };
  }

  #print(to: number): void {
    for (; this.#printed < to; this.#printed += 1) {
      const piece = this.#trace.output[this.#printed];
      if (!piece || piece.isError) continue;
      this.#stdout += piece.text;
      this.#stdoutLength += measure(piece.text).length;
    }
  }

  #frameOf(frame: Frame, snapshot: Snapshot): Measured<TutorFrame> {
    const known = this.#frames.get(frame);
    if (known) return known;
    const entries = frame.variables.map(([name, value]): [string, TutorValue] => [
      name,
      this.#encoder.encode(value, `${frame.activation}/${name}`, snapshot),
    ]);
    const { activation, name } = frame;
    const made = measure({
      frame_id: activation,
      func_name: name,
      encoded_locals: Object.fromEntries(entries),
      ordered_varnames: entries.map(([variable]) => variable),
      is_highlighted: false,
      is_parent: false,
      is_zombie: false,
      parent_frame_id_list: [],
      unique_hash: `${name}_f${activation}`,
    });
    this.#frames.set(frame, made);
    return made;
  }

  #heapOf(snapshot: Snapshot): Measured<TutorStep['heap']> {
    const { objects } = snapshot;
    const known = this.#heaps.get(objects);
    if (known) return known;
    let length = 0;
    const entries: [string, TutorValue][] = [];
    for (const object of objects.values()) {
      const made =
        this.#objects.get(object) ?? measure(this.#encoder.encodeObject(object, snapshot));
      this.#objects.set(object, made);
      length += made.length;
      if (made.value) entries.push(made.value);
    }
    const heap = { value: Object.fromEntries(entries), length };
    this.#heaps.set(objects, heap);
    return heap;
  }

  /** A returned value is a variable of the frame that returns it. */
  #withReturned(step: TutorStep, snapshot: Snapshot): TutorStep {
    const frame = step.stack_to_render.at(-1);
    if (!frame || snapshot.event !== 'return' || snapshot.value === undefined) return step;
    const place = `${frame.frame_id}/${RETURNED}`;
    const returned = this.#encoder.encode(snapshot.value, place, snapshot);
    const returning: TutorFrame = {
      ...frame,
      encoded_locals: { ...frame.encoded_locals, [RETURNED]: returned },
      ordered_varnames: [...frame.ordered_varnames, RETURNED],
    };
    return { ...step, stack_to_render: [...step.stack_to_render.slice(0, -1), returning] };
  }
}

const isFailure = (event: TraceEvent | null): boolean =>
  event === 'exception' || event === 'signal';

function eventOf(
  { snapshots, end }: Replayed,
  { event }: Snapshot,
  at: number,
): TutorStep['event'] {
  if (isFailure(event)) return 'exception';
  if (event === 'call' || event === 'return') return event;
  // The main program returns when it ends.
  return at === snapshots.length - 1 && end.end === 'exit' ? 'return' : 'step_line';
}

const sayFailure = ({ value }: Snapshot): string => (value === undefined ? '' : textOf(value));
