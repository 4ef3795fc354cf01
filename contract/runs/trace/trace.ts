/**
 * The format of traces, version 1: what a program did, step by step. docs/api/traces.md describes it for other viewers.
 * It is JSON lines in UTF-8: a `TraceHead`, up to MAX_STEPS times a `TraceStep`, and a `TraceEnd`.
 */
export const TRACE_VERSION = 1;

export const MAX_TRACE_STEPS = 2000;
export const MAX_TRACE_BYTES = 4 * 1024 * 1024;
/** Frames at once, the first included. */
export const MAX_TRACE_DEPTH = 256;
/** Objects at once. */
export const MAX_TRACE_OBJECTS = 200;
/** Of an object's content that are shown. */
export const MAX_TRACE_ELEMENTS = 60;
/** Characters of a text that are shown; names and types are cut there too. */
export const MAX_TRACE_TEXT = 120;
/** Values within values that are not objects themselves, such as a struct in an array. */
export const MAX_TRACE_NESTING = 6;
/** CPU time of the program and its tracer. */
export const TRACE_CPU_MS = 4000;

export interface TraceHead {
  trace: typeof TRACE_VERSION;
  /** The key of the language, such as `python`. */
  language: string;
  /** The program's files, the main one first. */
  files: string[];
}

/** Objects of which the content is values; that of `opaque` is empty. */
export const ELEMENT_KINDS = ['array', 'list', 'tuple', 'set', 'opaque'] as const;
/** Objects of which the content is pairs of a key or name and its value. */
export const PAIR_KINDS = ['map', 'fields'] as const;
type ElementKind = (typeof ELEMENT_KINDS)[number];

/**
 * - `["r", id]`, `["r", id, element]`: a reference to an object, or to an element of it by its index
 * - `["v", depth, path]`: a pointer to a variable, such as `a[2]`, of a frame
 * - `["d", id]`, `["d"]`: a pointer to what no longer exists: an object that was freed, or something else
 * - `["u"]`, `["u", count]`: not set yet; with a count, that many elements of an array
 * - `["f", text]`: a number with a fraction or exponent, as the language writes it
 * - `["i", text]`: an integer beyond 2^53
 * - `["c", code]`: a character
 * - `["s", start, length]`: the start of a text of `length` characters
 * - `["x", text]`: anything else, such as the name of an enum's value or of a function
 * - `["o", kind, type, length, content]`: an aggregate that is part of its surroundings, such as a struct in an array
 */
export type TaggedValue =
  | ['r', number]
  | ['r', number, number]
  | ['v', number, string]
  | ['d']
  | ['d', number]
  | ['u']
  | ['u', number]
  | ['f', string]
  | ['i', string]
  | ['c', number]
  | ['s', string, number]
  | ['x', string]
  | ['o', ...TraceAggregate];
/** Null is the language's own: `None`, `null` or a null pointer. Numbers are integers. */
export type TraceValue = string | number | boolean | null | TaggedValue;
/** The names of fields are texts. */
export type TracePair = [key: TraceValue, value: TraceValue];

/** `length` counts all elements, also those that are not in the content. */
export type TraceAggregate =
  | [kind: ElementKind, type: number, length: number, content: TraceValue[]]
  | [kind: 'map', type: number, length: number, content: TracePair[]]
  | [kind: 'fields', type: number, length: number, content: TracePair[]];
export type TraceObject = [id: number, ...TraceAggregate];

export const TRACE_EVENTS = ['call', 'return', 'exception', 'signal'] as const;
export type TraceEvent = (typeof TRACE_EVENTS)[number];

/** What changed since the step before. Each member may be absent: then it did not change or did not happen. */
export interface TraceStep {
  /** The index in `files` of the line; at first 0. */
  f?: number;
  /** The line that runs next, from 1; with an event, the line on which it happens. */
  l?: number;
  e?: TraceEvent;
  /** The returned value, or the text of an exception or signal. */
  v?: TraceValue;
  /** The number of frames that ended. Applied before `c`. */
  p?: number;
  /** The names of frames that began, the innermost last. Frame 0 holds globals or statics and is always there. */
  c?: string[];
  /** New names of types. Types are indexes in the list of all, from 0. */
  t?: string[];
  /** Variables that were set: `[depth, name, value]`. New ones follow the others of their frame. */
  s?: [number, string, TraceValue][];
  /** Variables that are gone: `[depth, name]`. Applied before `s`. */
  d?: [number, string][];
  /** Objects that are new, or changed as a whole. */
  h?: TraceObject[];
  /**
   * Parts that changed: `[object, path, value]` or `[depth, name, path, value]` of an aggregate in a variable. A path
   * is one index in the content for each level; in pairs it selects the value.
   */
  a?: ([number, number[], TraceValue] | [number, string, number[], TraceValue])[];
  /** Objects out of reach. */
  x?: number[];
  /** Objects that were freed. They stay until they are out of reach. */
  free?: number[];
  /** What the program printed in this step. */
  o?: string;
  /** The same, on standard error. */
  E?: string;
  /** The number of bytes of the input that were read so far, as UTF-8. */
  i?: number;
  /** The program asked for more input than there is. */
  q?: true;
}

/**
 * Why a trace ended: the program ended by itself (`exit`), by a signal or an uncaught exception; the trace reached its
 * limit of steps, frames, bytes or CPU time; it used too much memory; the program ended its tracing (`untraced`); it or
 * its tracer was killed (`killed`).
 */
export const TRACE_ENDS = [
  'exit',
  'signal',
  'exception',
  'steps',
  'depth',
  'bytes',
  'time',
  'memory',
  'untraced',
  'killed',
] as const;

export interface TraceEnd {
  end: (typeof TRACE_ENDS)[number];
  /** The exit status, or the number of the signal. */
  code?: number;
  /** The message of the exception, or the name of the signal. */
  text?: string;
}

export interface Trace {
  head: TraceHead;
  steps: TraceStep[];
  end: TraceEnd;
}
