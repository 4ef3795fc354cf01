import {
  ELEMENT_KINDS,
  MAX_TRACE_BYTES,
  MAX_TRACE_DEPTH,
  MAX_TRACE_ELEMENTS,
  MAX_TRACE_NESTING,
  MAX_TRACE_OBJECTS,
  MAX_TRACE_STEPS,
  MAX_TRACE_TEXT,
  PAIR_KINDS,
  TRACE_ENDS,
  TRACE_EVENTS,
  TRACE_VERSION,
  type Trace,
  type TraceEnd,
  type TraceHead,
  type TraceStep,
} from './trace.ts';
import { MAX_PATH_LENGTH, MAX_PROGRAM_FILES } from '../program-files.ts';

/** Tracers cut texts by their own units, and add a word to some names. */
const MAX_TEXT = 4 * MAX_TRACE_TEXT;
/** Digits of a large integer. */
const MAX_DIGITS = 5000;
/** Changes of one kind in a step. */
const MAX_CHANGES = MAX_TRACE_OBJECTS * MAX_TRACE_ELEMENTS;

type Check = (value: unknown) => boolean;

const isIndex: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isTextUpTo =
  (longest: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= longest;
const isText = isTextUpTo(MAX_TEXT);
const isDepth: Check = (value) => isIndex(value) && Number(value) < MAX_TRACE_DEPTH;
const isOneOf = (all: readonly string[]): Check => {
  const known = new Set<unknown>(all);
  return (value) => known.has(value);
};
const isElementKind = isOneOf(ELEMENT_KINDS);
const isPairKind = isOneOf(PAIR_KINDS);
const listOf =
  (check: Check, most = MAX_CHANGES): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check);
const tupleOf =
  (...checks: Check[]): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length === checks.length &&
    checks.every((check, index) => check(value[index]));
const anyOf =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

/** The forms of a tagged value, without its tag. */
const TAGGED: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  ['r', anyOf(tupleOf(isIndex), tupleOf(isIndex, isIndex))],
  ['v', tupleOf(isDepth, isText)],
  ['d', anyOf(tupleOf(), tupleOf(isIndex))],
  ['u', anyOf(tupleOf(), tupleOf(isIndex))],
  ['f', tupleOf(isText)],
  ['i', tupleOf(isTextUpTo(MAX_DIGITS))],
  ['c', tupleOf(isInteger)],
  ['s', tupleOf(isText, isIndex)],
  ['x', tupleOf(isText)],
]);

function isValue(value: unknown, nesting: number): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return isInteger(value);
  if (typeof value === 'string') return isText(value);
  if (!Array.isArray(value)) return false;
  const [tag, ...rest] = value;
  if (tag !== 'o') return TAGGED.get(tag)?.(rest) ?? false;
  if (rest.length !== 4 || nesting >= MAX_TRACE_NESTING) return false;
  return isAggregate(rest, nesting + 1);
}

/** `[kind, type, length, content]` */
function isAggregate(parts: unknown[], nesting: number): boolean {
  const [kind, type, length, content] = parts;
  if (!isIndex(type) || !isIndex(length)) return false;
  if (!Array.isArray(content) || content.length > MAX_TRACE_ELEMENTS) return false;
  const isInner: Check = (value) => isValue(value, nesting);
  if (isElementKind(kind)) return content.every(isInner);
  return isPairKind(kind) && content.every(tupleOf(kind === 'fields' ? isText : isInner, isInner));
}

const isPlainValue: Check = (value) => isValue(value, 0);
const isObject: Check = (value) =>
  Array.isArray(value) && value.length === 5 && isIndex(value[0]) && isAggregate(value.slice(1), 0);
const isPath = listOf(isIndex, MAX_TRACE_NESTING + 1);
const isId = isIndex;

/** The members of a step. */
const MEMBERS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['f', isIndex],
  ['l', isIndex],
  ['e', isOneOf(TRACE_EVENTS)],
  ['v', isPlainValue],
  ['p', isDepth],
  ['c', listOf(isText, MAX_TRACE_DEPTH)],
  ['t', listOf(isText)],
  ['s', listOf(tupleOf(isDepth, isText, isPlainValue))],
  ['d', listOf(tupleOf(isDepth, isText))],
  ['h', listOf(isObject)],
  [
    'a',
    listOf(
      anyOf(tupleOf(isId, isPath, isPlainValue), tupleOf(isDepth, isText, isPath, isPlainValue)),
    ),
  ],
  ['x', listOf(isId)],
  ['free', listOf(isId)],
  ['o', isTextUpTo(MAX_TRACE_BYTES)],
  ['E', isTextUpTo(MAX_TRACE_BYTES)],
  ['i', isIndex],
  ['q', (value) => value === true],
]);

type Members = Record<string, unknown>;

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isStep = (line: unknown): line is TraceStep =>
  isRecord(line) &&
  Object.entries(line).every(([member, value]) => MEMBERS.get(member)?.(value) ?? false);

function isHead(line: unknown): line is TraceHead {
  if (!isRecord(line) || line['trace'] !== TRACE_VERSION || !isText(line['language'])) return false;
  const { files } = line;
  return (
    listOf(isTextUpTo(MAX_PATH_LENGTH), MAX_PROGRAM_FILES + 1)(files) &&
    Array.isArray(files) &&
    files.length > 0
  );
}

const isEndWord = isOneOf(TRACE_ENDS);
function isEnd(line: unknown): line is TraceEnd {
  if (!isRecord(line) || !isEndWord(line['end'])) return false;
  const { code = 0, text = '' } = line;
  return isInteger(code) && isText(text);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const withoutMore = ({ trace, language, files }: TraceHead): TraceHead => ({
  trace,
  language,
  files,
});
const endWithoutMore = ({ end, code, text }: TraceEnd): TraceEnd => ({
  end,
  ...(code !== undefined && { code }),
  ...(text !== undefined && { text }),
});

/**
 * Reads a trace, which may be anything that a program wrote. What follows the first line that is no step is left out.
 * @param text the JSON lines
 * @param cutEnd the end of a trace that has none: its tracer did not come to it
 * @returns null if the text does not begin with the head of a trace
 */
export function readTrace(text: string, cutEnd: TraceEnd = { end: 'killed' }): Trace | null {
  if (text.length > MAX_TRACE_BYTES)
    return readTrace(text.slice(0, MAX_TRACE_BYTES), { end: 'bytes' });
  const lines = text.split('\n', MAX_TRACE_STEPS + 3);
  const head = parseLine(lines[0] ?? '');
  if (!isHead(head)) return null;
  const steps: TraceStep[] = [];
  let end = cutEnd;
  for (const line of lines.slice(1)) {
    const parsed = parseLine(line);
    if (isEnd(parsed)) end = parsed;
    else if (isStep(parsed) && steps.length === MAX_TRACE_STEPS) end = { end: 'steps' };
    else if (isStep(parsed)) {
      steps.push(parsed);
      continue;
    }
    break;
  }
  return { head: withoutMore(head), steps, end: endWithoutMore(end) };
}

/** The JSON lines of a trace. */
export const writeTrace = ({ head, steps, end }: Trace): string =>
  [head, ...steps, end].map((line) => `${JSON.stringify(line)}\n`).join('');
