import { KIND_NAMES, type KindName, kinds } from '@vlabs/contract/kinds/kinds';
import { OptionsBody } from '@vlabs/contract/kinds/options';
import { SingleKey } from '@vlabs/contract/kinds/single/single';
import { EXPORT_FORMATS, type ExportFormat } from '@vlabs/contract/questions/question-files';
import { plainToMarkdown } from '@vlabs/contract/text/plain-text';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PublicError } from '../../platform/errors.ts';
import type { PlainKind } from '../reading/plain-question.ts';
import { readQuestionFile } from '../read-file.ts';
import { writeQuestionFile } from '../write-file.ts';
import { findNotHeld } from './held-answers.ts';
import { toWritten } from './written-answers.ts';

/** One line without the signs of any format at its ends. */
const word = fc.constantFrom(
  'stack',
  'a = b',
  'x ~ y',
  '# 1',
  '{ }',
  'List<String>',
  'a:b',
  '50%',
  '%50%x',
  'नमस्ते',
  'C\\D',
  '1..5',
  '*',
);
const line = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => `w ${words.join(' ')} w`);
const text = line.map(plainToMarkdown);
const worth = fc.constantFrom('50', '100/3', '25', '12.5', '200/3');
const decimal = fc.constantFrom('0', '3.14', '-2', '1e-3', '12345.678', '.5');

const some = (count: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max: count }), { minLength: 1, maxLength: count });

const optioned = fc.integer({ min: 2, max: 10 }).chain((count) =>
  fc.record({
    body: fc.record({ options: fc.uniqueArray(text, { minLength: count, maxLength: count }) }),
    right: some(count).map((places) => places.toSorted((one, other) => one - other)),
  }),
);

const units = [
  { name: 'm/s2', factor: '1' },
  { name: 'cm/s2', factor: '100' },
];
const unit = fc.constantFrom(
  { body: { unit: 'none' }, units: [], unitCost: '100', isUnitCostOfMark: false },
  { body: { unit: 'optional' }, units, unitCost: '100', isUnitCostOfMark: false },
  { body: { unit: 'required' }, units, unitCost: '50', isUnitCostOfMark: false },
  { body: { unit: 'required' }, units, unitCost: '100/3', isUnitCostOfMark: true },
  {
    body: { unit: 'required', isUnitFirst: true },
    units: [{ name: '$', factor: '1' }],
    unitCost: '100',
    isUnitCostOfMark: false,
  },
  {
    body: { unit: 'none', hasDecimalComma: true },
    units: [],
    unitCost: '100',
    isUnitCostOfMark: false,
  },
);

/** Of the kinds that files have. */
const halves: Record<
  Exclude<KindName, 'program'>,
  fc.Arbitrary<Pick<PlainKind, 'body' | 'key'>>
> = {
  single: fc
    .tuple(optioned, fc.constantFrom('0', '1/4', '1/3', '1'))
    .map(([{ body, right }, cost]) => ({ body, key: { right, cost } })),
  several: fc
    .tuple(optioned, fc.constantFrom('all_or_nothing', 'plus_minus', 'per_option', 'jee_advanced'))
    .map(([{ body, right }, rule]) => ({ body, key: { right, rule } })),
  true_false: fc.constantFrom('true', 'false').map((right) => ({
    body: {},
    key: { right, cost: '0' },
  })),
  number: fc
    .tuple(
      fc.array(
        fc.record({
          by: fc.constantFrom('absolute', 'range', 'relative', 'geometric'),
          value: decimal,
          tolerance: fc.constantFrom('0', '0.01', '2'),
          worth,
        }),
        { maxLength: 3 },
      ),
      unit,
    )
    .map(([others, { body, isUnitCostOfMark, ...asked }]) => ({
      body,
      key: {
        answers: [{ by: 'absolute', value: '7', tolerance: '0', worth: '100' }, ...others].map(
          (answer) =>
            answer.by === 'range'
              ? { ...answer, tolerance: '0', to: '99999' }
              : { ...answer, to: '' },
        ),
        ...asked,
        ...(isUnitCostOfMark && { isUnitCostOfMark }),
      },
    })),
  text_block: fc.constant({ body: {}, key: {} }),
  short_text: fc
    .tuple(fc.array(fc.record({ text: line, worth }), { maxLength: 3 }), line, fc.boolean())
    .map(([others, first, ignoresCase]) => ({
      body: {},
      key: {
        answers: [{ text: first, worth: '100' }, ...others],
        ignoresCase,
        foldsSpaces: true,
      },
    })),
};

/** Such a question is read in the form of the specification. */
const isSpecifications = ({ kind, body, key }: PlainKind): boolean =>
  kind === 'single' &&
  OptionsBody.parse(body).options.length === 4 &&
  SingleKey.parse(key).right.length === 1 &&
  SingleKey.parse(key).cost === '0';

/** What each format holds of each kind. */
const HELD: Record<ExportFormat, PlainKind['kind'][]> = {
  gift: ['single', 'several', 'true_false', 'number', 'short_text', 'text_block'],
  'moodle-xml': ['single', 'several', 'true_false', 'number', 'short_text', 'text_block'],
  qti12: ['single', 'several', 'true_false', 'number', 'short_text', 'text_block'],
  qti21: ['single', 'several', 'true_false', 'number', 'short_text'],
  qti3: ['single', 'several', 'true_false', 'number', 'short_text'],
  aiken: ['single'],
  csv: ['single', 'several'],
};

/** What is read of the file that is written; the message if writing is refused. */
function reread(question: PlainKind, format: ExportFormat) {
  try {
    return readQuestionFile(Buffer.from(writeQuestionFile([question], format).contents));
  } catch (error) {
    return error instanceof PublicError ? error.message : error;
  }
}

describe.each(EXPORT_FORMATS)('in %s', (format) => {
  test.each(KIND_NAMES.filter((kind) => kind !== 'program'))(
    'a question of the kind %s reads back as the same, or is refused',
    (kind) => {
      let held = 0;
      const topic = format === 'aiken' ? null : 'Unit 1';
      fc.assert(
        fc.property(text, halves[kind], (title, { body, key }) => {
          const question: PlainKind = { title, kind, body, key, topic };
          fc.pre(!isSpecifications(question));
          const written = toWritten(question);
          if (typeof written === 'string') throw new Error(`No file has ${written}.`);
          const refusal = findNotHeld(written.answers, { number: 1, format });
          held += refusal === null ? 1 : 0;
          const same = { format, questions: [question], notRead: [] };
          expect(reread(question, format)).toEqual(refusal ?? same);
        }),
        { numRuns: 150 },
      );
      expect(held > 0).toBe(HELD[format].includes(kind));
    },
  );
});

test.each(EXPORT_FORMATS)('a program is refused in %s, by its kind', (format) => {
  const { body, key } = kinds.program.blank;
  const question: PlainKind = { title: 'Sum', kind: 'program', body, key, topic: null };
  expect(reread(question, format)).toMatch(
    /question 1: it holds no question of the kind “Program”/,
  );
});

const fine = (by: string, value: string, tolerance: string) => ({
  kind: 'number' as const,
  body: { unit: 'none' },
  key: { answers: [{ by, value, tolerance, to: '', worth: '100' }], units: [], unitCost: '100' },
});
test.each([
  ['qti12', fine('absolute', '1e-200', '1e-210')],
  ['qti3', fine('relative', '3', '1e-150')],
] as const)('a tolerance that %s could only lose is refused', (format, question) => {
  expect(reread({ title: 'Which?', topic: null, ...question }, format)).toMatch(
    /it holds no tolerances of so many digits/,
  );
});

test.each([
  [
    'aiken',
    { kind: 'true_false', body: {}, key: { right: 'true', cost: '0' } },
    'Aiken can’t hold question 1: it holds no true/false questions. Choose another format.',
  ],
  [
    'moodle-xml',
    {
      kind: 'several',
      body: { options: ['a', 'b', 'c'] },
      key: { right: [1, 2], rule: 'all_or_nothing' },
    },
    'Moodle XML can’t hold question 1: it holds several options only if a wrong one takes away what a right one gives. Choose another format.',
  ],
] as const)('%s says why it does not hold a question', (format, question, message) => {
  expect(reread({ title: 'Which?', topic: null, ...question }, format)).toBe(message);
});
