import type { Language } from '@vlabs/contract/runs/languages';
import { type Change, Code } from './code.ts';
import {
  changeIndexes,
  changeReturns,
  negateConditions,
  removeStatements,
} from './part-changes.ts';
import { changeQueries } from './query-changes.ts';
import {
  changeArithmetic,
  changeConstants,
  changeInitialValues,
  changeLogic,
  changeRelations,
  changeSteps,
} from './sign-changes.ts';

/** A program with one change. */
export interface Mutant {
  /** From 1. */
  line: number;
  /** The line without and with the change. */
  before: string;
  after: string;
  source: string;
}

const MOST = 30;

/** The usual mistakes of beginners, as mutation testing names them. */
const OPERATORS = [
  changeRelations,
  changeArithmetic,
  changeConstants,
  negateConditions,
  changeLogic,
  changeSteps,
  removeStatements,
  changeInitialValues,
  changeIndexes,
  changeReturns,
  changeQueries,
];

interface Candidate extends Change {
  line: number;
}

/** Programs that differ from the source in one place of one line, chosen evenly over operators and lines. */
export function mutate(language: Language, source: string): Mutant[] {
  const code = new Code(language, source);
  const lines = new LineNumbers(source);
  const seen = new Set<string>();
  const isNew = ({ start, end, text }: Change) => {
    const key = `${start} ${end} ${text}`;
    const isFirst = !seen.has(key) && source.slice(start, end) !== text;
    seen.add(key);
    return isFirst;
  };
  const byOperator = OPERATORS.map((change) =>
    change(code)
      .filter((found) => found !== null)
      .filter(isNew)
      .map((found): Candidate => ({ ...found, line: lines.numberAt(found.start) })),
  );
  return chooseEvenly(byOperator).map((change) => write(source, change));
}

/** Each operator in turn chooses a place in the line with the fewest changes so far. */
function chooseEvenly(byOperator: readonly Candidate[][]): Candidate[] {
  const left = byOperator.map(spread);
  const perLine = new Map<number, number>();
  const chosen: Candidate[] = [];
  while (chosen.length < MOST && left.some((candidates) => candidates.length > 0)) {
    for (const candidates of left) {
      const counts = candidates.map(({ line }) => perLine.get(line) ?? 0);
      const at = counts.indexOf(counts.reduce((least, one) => Math.min(least, one), Infinity));
      const [next] = at === -1 || chosen.length === MOST ? [] : candidates.splice(at, 1);
      if (!next) continue;
      perLine.set(next.line, (perLine.get(next.line) ?? 0) + 1);
      chosen.push(next);
    }
  }
  return chosen;
}

/** The first, the middle, and so on, so that any number from the beginning is spread over all. */
function spread(candidates: readonly Candidate[]): Candidate[] {
  const bits = Math.ceil(Math.log2(Math.max(candidates.length, 2)));
  const places = Array.from({ length: 2 ** bits }, (_, at) => reverse(at, bits));
  return places.flatMap((place) => candidates[place] ?? []);
}

/** The number with its binary digits in reverse. */
function reverse(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    if ((value >> bit) & 1) reversed += 2 ** (bits - 1 - bit);
  }
  return reversed;
}

function write(source: string, { line, start, end, text }: Candidate): Mutant {
  const begin = source.lastIndexOf('\n', start - 1) + 1;
  const found = source.indexOf('\n', end);
  const stop = found === -1 ? source.length : found;
  return {
    line,
    before: source.slice(begin, stop).trim(),
    after: `${source.slice(begin, start)}${text}${source.slice(end, stop)}`.trim(),
    source: source.slice(0, start) + text + source.slice(end),
  };
}

class LineNumbers {
  readonly #starts = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  numberAt(position: number): number {
    const after = this.#starts.findIndex((start) => start > position);
    return after === -1 ? this.#starts.length : after;
  }
}
