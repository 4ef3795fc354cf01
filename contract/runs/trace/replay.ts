import { MAX_TRACE_DEPTH, MAX_TRACE_OBJECTS } from './trace.ts';
import type {
  Trace,
  TraceAggregate,
  TraceEnd,
  TraceEvent,
  TraceHead,
  TracePair,
  TraceStep,
  TraceValue,
} from './trace.ts';

/** A call that is under way, or at the first place the globals or statics. */
export interface Frame {
  /** Of this call alone. */
  activation: number;
  name: string;
  variables: readonly (readonly [name: string, value: TraceValue])[];
}

export interface ShownObject {
  id: number;
  type: string;
  /** Kind, index of the type, length of all elements, and the content. */
  parts: TraceAggregate;
  isFreed: boolean;
}

/** The program before a line runs. What is the same as in the snapshot before is the same object. */
export interface Snapshot {
  /** Index in the files of the trace. */
  file: number;
  line: number;
  event: TraceEvent | null;
  /** Of the event. */
  value: TraceValue | undefined;
  frames: readonly Frame[];
  objects: ReadonlyMap<number, ShownObject>;
  /** Pieces of the output that were printed so far. */
  output: number;
  /** Bytes of the input that were read so far. */
  input: number;
  /** The program asked for more input than there is. */
  asksForMore: boolean;
}

export interface Replayed {
  head: TraceHead;
  snapshots: readonly Snapshot[];
  end: TraceEnd;
  /** The names of types. */
  types: readonly string[];
  /** In the order in which they were printed. */
  output: readonly { text: string; isError: boolean }[];
  /** What was replayed. */
  written: Trace;
}

/** What snapshots are made of, as of the last step. */
interface State {
  snapshot: Snapshot;
  types: string[];
  output: { text: string; isError: boolean }[];
  activations: number;
}

type VariablePart = readonly [depth: number, name: string, path: number[], value: TraceValue];

const GLOBALS: Frame = { activation: 0, name: '', variables: [] };
const START: Snapshot = {
  file: 0,
  line: 0,
  event: null,
  value: undefined,
  frames: [GLOBALS],
  objects: new Map(),
  output: 0,
  input: 0,
  asksForMore: false,
};

/** Of all frames together. Tracers describe fewer. */
const MAX_VARIABLES = 5000;

/**
 * The program at every step of a trace. Changes to what a trace does not have are ignored, and so is what exceeds the
 * limits of traces: a trace may be anything that a program wrote.
 */
export function replay(trace: Trace): Replayed {
  const { head, steps, end } = trace;
  const state: State = { snapshot: START, types: [], output: [], activations: 0 };
  const snapshots = steps.map((step) => {
    state.snapshot = applyStep(state, step);
    return state.snapshot;
  });
  return { head, snapshots, end, types: state.types, output: state.output, written: trace };
}

function applyStep(state: State, step: TraceStep): Snapshot {
  const before = state.snapshot;
  state.types.push(...(step.t ?? []));
  if (step.o) state.output.push({ text: step.o, isError: false });
  if (step.E) state.output.push({ text: step.E, isError: true });
  return {
    file: step.f ?? before.file,
    line: step.l ?? before.line,
    event: step.e ?? null,
    value: step.v,
    frames: changeFrames(state, step),
    objects: changeObjects(state, step),
    output: state.output.length,
    input: step.i ?? before.input,
    asksForMore: step.q ?? false,
  };
}

function changeFrames(state: State, { p: ended = 0, c: begun = [], ...step }: TraceStep) {
  const { d: gone = [], s: set = [], a: parts = [] } = step;
  const before = state.snapshot.frames;
  if (ended === 0 && begun.length + gone.length + set.length + parts.length === 0) return before;
  const frames = before.slice(0, Math.max(1, before.length - ended));
  for (const name of begun.slice(0, MAX_TRACE_DEPTH - frames.length)) {
    state.activations += 1;
    frames.push({ activation: state.activations, name, variables: [] });
  }
  const change = (depth: number, changed: (frame: Frame) => Frame['variables']): void => {
    const frame = frames[depth];
    if (frame) frames[depth] = { ...frame, variables: changed(frame) };
  };
  for (const [depth, names] of groupByDepth(gone.map(([at, name]) => [at, name, null])))
    change(depth, ({ variables }) => variables.filter(([name]) => !names.has(name)));
  let room = MAX_VARIABLES - frames.reduce((sum, { variables }) => sum + variables.length, 0);
  for (const [depth, values] of groupByDepth(set)) {
    change(depth, (frame) => {
      const variables = withVariables(frame, values, room);
      room -= variables.length - frame.variables.length;
      return variables;
    });
  }
  const partsByDepth = new Map<number, VariablePart[]>();
  for (const part of parts) {
    if (part.length === 3) continue;
    const ofFrame = partsByDepth.get(part[0]) ?? [];
    ofFrame.push(part);
    partsByDepth.set(part[0], ofFrame);
  }
  for (const [depth, ofFrame] of partsByDepth) change(depth, (frame) => withParts(frame, ofFrame));
  return frames;
}

function groupByDepth(set: NonNullable<TraceStep['s']>) {
  const values = new Map<number, Map<string, TraceValue>>();
  for (const [depth, name, value] of set) {
    const ofFrame = values.get(depth) ?? new Map<string, TraceValue>();
    values.set(depth, ofFrame.set(name, value));
  }
  return values;
}

/** @param room for so many new ones */
function withVariables(
  { variables }: Frame,
  values: Map<string, TraceValue>,
  room: number,
): Frame['variables'] {
  const isThere = new Set(variables.map(([name]) => name));
  const changed = variables.map((variable): Frame['variables'][number] => {
    const value = values.get(variable[0]);
    return value === undefined ? variable : [variable[0], value];
  });
  const added = [...values].filter(([name]) => !isThere.has(name));
  return [...changed, ...added.slice(0, Math.max(0, room))];
}

function withParts({ variables }: Frame, parts: readonly VariablePart[]): Frame['variables'] {
  const values = new Map(variables);
  for (const [, name, path, value] of parts) {
    const old = values.get(name);
    if (old !== undefined) values.set(name, changeValue(old, path, value));
  }
  return variables.map((variable): Frame['variables'][number] => {
    const value = values.get(variable[0]);
    return value === undefined || value === variable[1] ? variable : [variable[0], value];
  });
}

function changeObjects(state: State, { h: set = [], a: parts = [], ...step }: TraceStep) {
  const { free: freed = [], x: gone = [] } = step;
  const before = state.snapshot.objects;
  if (set.length + parts.length + freed.length + gone.length === 0) return before;
  const objects = new Map(before);
  for (const [id, ...all] of set) {
    objects.set(id, { id, type: state.types[all[1]] ?? '', parts: all, isFreed: false });
  }
  for (const part of parts) {
    if (part.length === 4) continue;
    const [id, path, value] = part;
    const old = objects.get(id);
    if (old) objects.set(id, { ...old, parts: changePart(old.parts, path, value) });
  }
  for (const id of freed) {
    const old = objects.get(id);
    if (old) objects.set(id, { ...old, isFreed: true });
  }
  for (const id of gone) objects.delete(id);
  for (const id of [...objects.keys()].slice(MAX_TRACE_OBJECTS)) objects.delete(id);
  return objects;
}

/** A value with one of its parts changed. */
function changeValue(old: TraceValue, path: readonly number[], value: TraceValue): TraceValue {
  if (path.length === 0) return value;
  if (!Array.isArray(old) || old[0] !== 'o') return old;
  const [tag, ...parts] = old;
  return [tag, ...changePart(parts, path, value)];
}

function changePart(
  parts: TraceAggregate,
  [index = -1, ...path]: readonly number[],
  value: TraceValue,
): TraceAggregate {
  const [kind, type, length, content] = parts;
  if (index < 0 || index >= content.length) return parts;
  if (kind === 'map' || kind === 'fields') {
    const pairs = content.map((pair, at): TracePair =>
      at === index ? [pair[0], changeValue(pair[1], path, value)] : pair,
    );
    return [kind, type, length, pairs];
  }
  const values = content.map((each, at) => (at === index ? changeValue(each, path, value) : each));
  return [kind, type, length, values];
}
