import { writeProgramAnswer } from '@vlabs/contract/kinds/program/program-answer';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import type { Block, PrintedDocument } from '../server/platform/pdf/printed-document.ts';
import { questionBlock } from '../server/platform/pdf/question-blocks.ts';

/** Documents as archives and lab records have them, each with programs and answers of its own. */
const EXPERIMENTS = 12;
const TIMELINE = 60;
const OUTPUT_LINES = 10_000;

const frame = (title: string) =>
  ({
    title,
    header: { left: 'University of Sambalpur', right: 'CS201 · 3A' },
    footer: title,
    at: new Date('2026-11-27T10:00:00Z'),
  }) as const;

/** C, of 60 to 200 lines; texts differ by `seed`. */
export function program(seed: number): string {
  const lines = ['#include <stdio.h>', '', `int given_${seed} = ${seed * 7919};`];
  const wanted = 60 + ((seed * 37) % 141);
  for (let at = 0; lines.length < wanted - 5; at += 1) {
    lines.push(
      '',
      `int step_${at}(int a, int b) {`,
      `    int sum = a * ${seed + at} + b; // ${'of this step '.repeat(at % 4)}`,
      '    for (int i = 0; i < b; i++) sum ^= i << (sum & 3);',
      '    return sum;',
      '}',
    );
  }
  return [...lines, '', 'int main(void) {', '    printf("%d\\n", step_0(1, 2));', '}'].join('\n');
}

interface Asked {
  kind: KindName;
  title: string;
  body: unknown;
  key: unknown;
  answer: (seed: number) => string | null;
}

const table = '| n | best | worst |\n|-:|-:|-:|\n| 10 | 9 | 45 |\n| 100 | 99 | 4950 |';
const formulas = 'Let $T(n) = 2T(\\frac{n}{2}) + \\sqrt{n}$ and $$\\sum_{i=1}^{n} i^2 \\le n^3$$';
const code = '```c\nfor (int i = 0; i < n; i++) {\n    sum += a[i];\n}\n```';

const options = [
  'A stack',
  'A queue of `int`',
  'A tree whose nodes have at most two children each, as $2^h$',
  'None',
];
const asked: Asked[] = [
  {
    kind: 'single',
    title: `What does this **print**?\n\n${code}`,
    body: { options },
    key: { right: [2], cost: '1/3' },
    answer: (seed) => String((seed % 4) + 1),
  },
  {
    kind: 'several',
    title: `${formulas}\n\nWhich hold? विद्यार्थी ଅଭିଜିତ୍`,
    body: { options },
    key: { right: [2, 4], rule: 'plus_minus' },
    answer: () => '2,3',
  },
  {
    kind: 'true_false',
    title: `${table}\n\nIs it sorted by insertion?`,
    body: {},
    key: { right: 'true', cost: '0' },
    answer: () => 'false',
  },
  {
    kind: 'number',
    title: `How long is it? ${formulas}`,
    body: { unit: 'none' },
    key: {
      answers: [{ by: 'absolute', value: '3.14', tolerance: '0.01', to: '', worth: '100' }],
      units: [],
      unitCost: '0',
    },
    answer: (seed) => String(seed),
  },
  {
    kind: 'short_text',
    title: 'What is a function called that calls itself?',
    body: {},
    key: {
      answers: [{ text: 'recursive', worth: '100' }],
      ignoresCase: true,
      foldsSpaces: true,
    },
    answer: (seed) => `recursive ${seed}`,
  },
  { kind: 'text_block', title: `Read this.\n\n${table}`, body: {}, key: {}, answer: () => null },
];

/** As an archive has it: 20 questions of all kinds, two of them programs, and a timeline. */
export function attemptDocument(seed: number): PrintedDocument {
  const questions = Array.from({ length: 18 }, (_, at) => asked[at % asked.length]).flatMap(
    (question, at) => (question ? [blockOf(question, at, seed)] : []),
  );
  return {
    ...frame(`Attempt ${seed}`),
    hasBindingMargin: false,
    standard: 'archive',
    blocks: [
      { block: 'heading', level: 1, text: 'Data structures' },
      {
        block: 'fields',
        columns: 2,
        fields: [
          ['Score', `${seed % 20} of 20`],
          ['Receipt', 'x'.repeat(64)],
        ],
      },
      ...questions,
      ...[19, 20].map((number) => programBlock(number, seed * 2 + number)),
      { block: 'heading', level: 2, text: 'Timeline' },
      {
        block: 'table',
        columns: [
          { title: 'Time', share: null },
          { title: 'What happened', share: 1 },
        ],
        rows: Array.from({ length: TIMELINE }, (_, at) => [
          `10:${String(at).padStart(2, '0')}:07`,
          `Saved the answer to question ${(at + seed) % 20}`,
        ]),
      },
    ],
  };
}

function blockOf({ kind, title, body, key, answer }: Asked, at: number, seed: number): Block {
  const text = kind === 'text_block' ? title : `${title} (${at + 1})`;
  return questionBlock(
    { number: `${at + 1}.`, aside: '[1 mark]', kind, title: text, body, key },
    { answer: answer(seed) },
  );
}

function programBlock(number: number, seed: number): Block {
  const cases = Array.from({ length: 6 }, (_, at) => ({
    name: `Case ${at}`,
    input: '1 2',
    output: '3',
    points: '1',
    group: '',
  }));
  const limits = { comparison: 'exact', tolerance: '', seconds: '1', megabytes: '64' };
  const languages = ['c'];
  const samples = [{ input: '1 2', output: '3' }];
  return questionBlock(
    {
      number: `${number}.`,
      aside: '[6 marks]',
      kind: 'program',
      title: `Write a program. ${formulas}\n\n${table}`,
      body: { languages, starters: {}, samples, ...limits },
      key: { solution: { language: 'c', text: '' }, cases, allOrNothing: false, reveals: 'all' },
    },
    {
      answer: writeProgramAnswer({ language: 'c', drafts: { c: program(seed) } }),
      judgement: JSON.stringify({ outcomes: cases.map(() => 'passed') }),
    },
  );
}

/** As a student prints it: 12 experiments whose output is too long to print whole. */
export function recordSample(seed: number): PrintedDocument {
  const output = Array.from({ length: OUTPUT_LINES }, (_, at) => `line ${at} of ${seed}`).join(
    '\n',
  );
  return {
    ...frame(`Lab record ${seed}`),
    hasBindingMargin: true,
    standard: 'accessible',
    blocks: [
      { block: 'heading', level: 1, text: 'Index' },
      {
        block: 'contents',
        columns: [{ title: 'Experiment', share: 5 }],
        rows: Array.from({ length: EXPERIMENTS }, (_, at) => ({
          cells: [`Experiment ${at}`],
          anchor: `experiment-${at}`,
        })),
      },
      ...Array.from({ length: EXPERIMENTS }, (_, at): Block[] => [
        { block: 'new page' },
        { block: 'heading', level: 1, text: `Experiment ${at}`, anchor: `experiment-${at}` },
        { block: 'heading', level: 2, text: 'Aim' },
        { block: 'markdown', text: `${formulas}\n\n${table}` },
        { block: 'heading', level: 2, text: 'Program' },
        {
          block: 'code',
          text: program(seed * EXPERIMENTS + at),
          hasLineNumbers: true,
          maxLines: 3000,
        },
        { block: 'heading', level: 2, text: 'Output' },
        { block: 'code', text: output, hasLineNumbers: false, maxLines: 120 },
      ]).flat(),
    ],
  };
}

/** Nothing but words, to compare with. */
export const plainDocument = (pages: number): PrintedDocument => ({
  ...frame('Plain'),
  hasBindingMargin: false,
  standard: 'archive',
  blocks: Array.from({ length: pages }, (): Block[] => [
    { block: 'text', text: 'Words that follow each other to the end of a page. '.repeat(55) },
    { block: 'new page' },
  ]).flat(),
});
