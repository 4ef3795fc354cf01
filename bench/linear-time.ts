import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import { LANGUAGE_C, LANGUAGE_PYTHON, requireLanguage } from '@vlabs/contract/runs/languages';
import { ProgramInput } from '../runner/sandbox/program-input.ts';
import { isRightOutput } from '../runner/verdict.ts';
import { isExpected } from '@vlabs/contract/runs/compare-output';
import { isGift, readGift } from '../server/questions/formats/gift.ts';
import { readNumberedText } from '../server/questions/formats/numbered-text.ts';
import { convertHtml } from '../server/questions/texts/markdown-from-markup.ts';
import { readDiagnostics } from '../server/runs/diagnostics/diagnostics.ts';
import { splitList } from '../server/runs/judge0/fields.ts';
import { comparePrograms } from '../server/similarity/compare-programs.ts';
import { canBeLaidOut } from '../contract/text/layout-cost.ts';
import { printTable } from '../server/testing/print-table.ts';

const TRIES = 5;
/** Relative to the time for half of the input: 2 is linear, 4 is quadratic. */
const MAX_TIMES = 3;

const NUMBERS = { comparison: 'numbers', tolerance: 1 } as const;
const ROWS = { comparison: 'rows-in-order', tolerance: 0 } as const;
const X = Buffer.from('x');
const of = (part: string, length: number) => part.repeat(length / part.length);

/** Worst-case inputs that students and teachers can send, with the code that parses them. */
const readers: [name: string, length: number, read: (length: number) => unknown][] = [
  ['GIFT, a brace that never closes', 2e6, (length) => isGift('{='.repeat(length / 2))],
  ['GIFT, right options', 300_000, (length) => readGift(`::a::b {${of('=c ', length)}~d}`)],
  ['numbered questions', 1e6, (length) => readNumberedText(`Q1. x\n${of('1. x\n1) y\n', length)}`)],
  ['formatted text, bold in bold', 2e6, (length) => convertHtml(of('<b>', length))],
  [
    'formatted text, formulas',
    2e6,
    (length) => convertHtml(of('<math><mi>a</mi></math> ', length)),
  ],
  ['messages of a compiler', 4e6, readMessages],
  [
    'a traceback',
    4e6,
    (length) => readErrors(`  File "script.py", line 1\n${of('Error.', length)}`),
  ],
  ['a list of commas', 4e6, (length) => splitList(`${of(',', length)}x`)],
  [
    'output with numbers',
    2e6,
    (length) => isExpected(of('1 2x ', length), of('1 2y ', length), NUMBERS),
  ],
  [
    'output with a long number',
    100_000,
    (length) => isExpected(`${of('7', length)}8`, `${of('7', length)}9`, NUMBERS),
  ],
  [
    'output with tables',
    2e6,
    (length) => isExpected(`n\n${of('"a""b", 1.5\n', length)}`, `n\n${of('1,\n', length)}`, ROWS),
  ],
  ['output with blanks', 4e6, (length) => isRightOutput(Buffer.from(`${of(' \n', length)}x`), X)],
  ['keys typed at a program', 1e6, typeKeys],
  ['programs that are alike', 100_000, compareAlike],
  ['the words of a statement', 5000, (length) => wordsOfMarkdown(of('*a [b](c) ', length))],
  ['the layout cost of a statement', 50_000, (length) => canBeLaidOut(of('word ', length))],
];

function readMessages(length: number): unknown {
  const compileOutput = of('main.c:1:1999999: error: x\n', length);
  const source = of('x', length);
  return readDiagnostics({
    compileOutput,
    stderr: '',
    language: requireLanguage(LANGUAGE_C),
    source,
  });
}

function readErrors(stderr: string): unknown {
  return readDiagnostics({
    compileOutput: '',
    stderr,
    language: requireLanguage(LANGUAGE_PYTHON),
    source: 'x',
  });
}

function typeKeys(length: number): number {
  const input = new ProgramInput();
  for (let typed = 0; typed < length; typed += 1) input.write(X);
  let read = 0;
  for (let part = input.take(1); part !== null; part = input.take(1)) read += part.length;
  return read;
}

function compareAlike(length: number): unknown {
  const files = [{ name: '', text: of('x=1;', length) }];
  const programs = ['one', 'other'].map((id) => ({ id, files }));
  return comparePrograms({ languageId: LANGUAGE_C, leftOut: [], programs });
}

/** The minimum of several runs, because other work of the machine only adds time. */
function timeOf(read: (length: number) => unknown, length: number): number {
  const times = Array.from({ length: TRIES }, () => {
    const began = performance.now();
    read(length);
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** The ratio of the times for the double input and the input. */
export async function benchLinearTime(): Promise<void> {
  const seen = readers.map(([name, length, read]) => {
    const [halfMs, wholeMs] = [timeOf(read, length / 2), timeOf(read, length)];
    return { name, length, halfMs, wholeMs, times: wholeMs / halfMs };
  });
  printTable(
    ['', 'characters', 'half ms', 'whole ms', 'times'],
    seen.map(({ name, length, halfMs, wholeMs, times }) => [
      name,
      String(length),
      halfMs.toFixed(1),
      wholeMs.toFixed(1),
      times.toFixed(1),
    ]),
  );
  const slow = seen.filter(({ times }) => times > MAX_TIMES);
  for (const { name } of slow) {
    console.error(`${name}: twice the input takes more than ${MAX_TIMES} times as long.`);
  }
  if (slow.length > 0) process.exitCode = 1;
}
