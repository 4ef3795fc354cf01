import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
} from '../../contract/runs/languages.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BareProgram } from '../../bench/bare.ts';

export const CASES = 10;
const SAMPLES = 3;

interface Tried {
  input: string;
  output: string;
}

/** How good a student's program is: it passes all test cases, half of them, or none. */
export const GRADES = ['right', 'half', 'wrong'] as const;
export type Grade = (typeof GRADES)[number];

export interface LabProgram extends BareProgram {
  language: string;
  comment: string;
  /** By what a student wrote. */
  sources: Record<Grade, string>;
}

export interface LabTask {
  title: string;
  samples: readonly Tried[];
  cases: readonly Tried[];
  /** Students choose either. */
  programs: readonly [LabProgram, LabProgram];
}

interface Written {
  from: string;
  half: [string, string];
  wrong: [string, string];
}

/** @param half, wrong a part of the right program, and what a student wrote instead */
function readSources({ from, half, wrong }: Written): Record<Grade, string> {
  const right = readFileSync(join(import.meta.dirname, '../../bench/programs', from), 'utf8');
  const changed = ([part, instead]: [string, string]) => {
    if (!right.includes(part)) throw new Error(`${from} has no ${part}`);
    return right.replace(part, instead);
  };
  return { right, half: changed(half), wrong: changed(wrong) };
}

/** The same numbers each time, from 0 up to and without `below`. */
function* pseudoRandom(seed: number, below: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1103 + 12_345) % 65_536;
    yield state % below;
  }
}

function listNumbers(seed: number, areNegative: boolean): number[] {
  const drawn = pseudoRandom(seed, 50);
  return Array.from({ length: 12 + seed }, () => {
    const number = drawn.next().value + 1;
    return areNegative ? -number : number;
  });
}

function describeNumbers(numbers: readonly number[]): string {
  const ordered = numbers.toSorted((one, other) => one - other);
  const countOf = (wanted: number) => numbers.filter((number) => number === wanted).length;
  const frequent = ordered.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
  return [
    `sum ${numbers.reduce((sum, number) => sum + number, 0)}`,
    `smallest ${ordered[0]}`,
    `largest ${ordered.at(-1)}`,
    `median ${ordered[Math.floor((ordered.length - 1) / 2)]}`,
    `most frequent ${frequent}`,
    '',
  ].join('\n');
}

/** Every second list has negative numbers only. */
function tryNumbers(seed: number): Tried {
  const numbers = listNumbers(seed, seed % 2 === 1);
  return { input: `${numbers.length}\n${numbers.join(' ')}\n`, output: describeNumbers(numbers) };
}

const GOODS = ['pens', 'books', 'bags', 'maps'];

/** In every second list, more is taken than there is. */
function tryStock(seed: number): Tried {
  const drawn = pseudoRandom(seed, 20);
  const orders = GOODS.flatMap((name) => {
    const added = drawn.next().value + 10;
    const taken = seed % 2 === 1 ? added + 1 : added - 5;
    return [
      { command: 'add', name, pieces: added },
      { command: 'take', name, pieces: taken },
    ];
  });
  const items = new Map<string, number>();
  const lines: string[] = [];
  for (const { command, name, pieces } of orders) {
    const left = (items.get(name) ?? 0) + (command === 'add' ? pieces : -pieces);
    if (left < 0) lines.push(`refused ${name}`);
    else items.set(name, left);
  }
  const left = [...items].toSorted(([one], [other]) => (one < other ? -1 : 1));
  lines.push(`stock ${left.reduce((sum, [, pieces]) => sum + pieces, 0)}`);
  lines.push(...left.map(([name, pieces]) => `${name} ${pieces}`));
  const input = orders
    .map(({ command, name, pieces }) => `${command} ${name} ${pieces}\n`)
    .join('');
  return { input: `${input}report\n`, output: `${lines.join('\n')}\n` };
}

const tryAll = (count: number, from: number, tried: (seed: number) => Tried) =>
  Array.from({ length: count }, (_, index) => tried(from + index));

const A_OUT = ['./a.out'] as const;

/** The two programs of the test. */
export const labTasks: readonly [LabTask, LabTask] = [
  {
    title: 'Print the sum, extremes, median and most frequent one of numbers.',
    samples: tryAll(SAMPLES, 20, tryNumbers),
    cases: tryAll(CASES, 1, tryNumbers),
    programs: [
      {
        language: 'python',
        languageId: LANGUAGE_PYTHON,
        file: 'script.py',
        run: ['/usr/bin/python3', 'script.py'],
        comment: '#',
        sources: readSources({
          from: 'statistics.py',
          half: ['largest = numbers[0]', 'largest = 0'],
          wrong: ['total = 0', 'total = 1'],
        }),
      },
      {
        language: 'c',
        languageId: LANGUAGE_C,
        file: 'main.c',
        run: A_OUT,
        comment: '//',
        sources: readSources({
          from: 'statistics.c',
          half: ['int largest = numbers[0];', 'int largest = 0;'],
          wrong: ['long total = 0;', 'long total = 1;'],
        }),
      },
    ],
  },
  {
    title: 'Keep the stock of a shop: `add`, `take` and `report`.',
    samples: tryAll(SAMPLES, 20, tryStock),
    cases: tryAll(CASES, 1, tryStock),
    programs: [
      {
        language: 'cpp',
        languageId: LANGUAGE_CPP,
        file: 'main.cpp',
        run: A_OUT,
        comment: '//',
        sources: readSources({
          from: 'stock.cpp',
          half: ['if (found->second < pieces) return false;', ''],
          wrong: ['"stock "', '"pieces "'],
        }),
      },
      {
        language: 'java',
        languageId: LANGUAGE_JAVA,
        file: 'Main.java',
        run: ['/usr/bin/java', 'Main'],
        comment: '//',
        sources: readSources({
          from: 'Stock.java',
          half: ['if (there < pieces) return false;', ''],
          wrong: ['"stock "', '"pieces "'],
        }),
      },
    ],
  },
];
