import {
  EXPORT_FORMATS,
  IMPORT_FORMATS,
  type ImportFormat,
} from '@vlabs/contract/questions/question-files';
import { plainToMarkdown } from '@vlabs/contract/text/plain-text';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PublicError } from '../platform/errors.ts';
import { unescapeGift } from './formats/gift-escapes.ts';
import { type PlainQuestion, tidy } from './reading/plain-question.ts';
import { readQuestionFile } from './read-file.ts';
import { writeQuestionFile } from './write-file.ts';

/** Texts with a meaning in some format, separated by spaces. */
const MARKS =
  '\\ ~ = # { } : -> %50% [html] [markdown] :: // $x$ ANSWER:A A) B. <b> </p> &amp; & ]]> <![CDATA[ ` ``` " \' , ; * _ 1. - > | \\n \\(x\\) $$ @@PLUGINFILE@@ <!DOCTYPE é नमस्ते 🙂 List<String> #### question,a,b,c,d,answer <br> <quiz'.split(
    ' ',
  );
const hostile = fc.constantFrom(
  ...MARKS,
  '$CATEGORY: a',
  'ANSWER: A',
  '```c\nint x;\n```',
  '\n',
  '\n\n',
  '  \n',
  'A) ',
  '1. ',
  '# ',
  'int main() { return 0; }',
  'a\tb',
  ' ',
);
const piece = fc.oneof(
  hostile,
  fc.string({ maxLength: 8, unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((parts) => tidy(parts.join('')))
  .filter((written) => written !== '');
/** Texts that Aiken supports. */
const line = text
  .map((written) => tidy(written.replaceAll('\n', ' ')))
  .filter((written) => written.length > 1 && !/^[A-Za-z][.)](?:\s|$)|^ANSWER:/.test(written))
  .filter((written) => !written.startsWith('<quiz'))
  .map(plainToMarkdown);
/** Texts that CSV supports: all that are plain, except names of options. */
const plain = text
  .filter((written) => !/^(?:option\s*)?\(?(?:10|[1-9a-j])[).]?$/i.test(written))
  .map(plainToMarkdown);
const topic = text
  .map((written) => tidy(written.replaceAll(/\s+/g, ' ').slice(0, 60)))
  .filter((written) => written !== '' && written !== 'Questions');

function questionsOf(
  written: fc.Arbitrary<string>,
  under: fc.Arbitrary<string | null>,
): fc.Arbitrary<PlainQuestion[]> {
  const question = fc.record({
    title: written,
    options: fc.array(written, { minLength: 4, maxLength: 4 }),
    correctAnswer: fc.integer({ min: 1, max: 4 }),
  });
  return fc
    .tuple(fc.array(question, { minLength: 1, maxLength: 5 }), under)
    .map(([questions, of]) => questions.map((each) => ({ ...each, topic: of })));
}

describe('export then import is the same', () => {
  test.each(EXPORT_FORMATS)('in %s', (format) => {
    const isAiken = format === 'aiken';
    const topics = isAiken ? fc.constant(null) : fc.option(topic);
    const texts = { aiken: line, csv: plain, other: text };
    const written = texts[isAiken || format === 'csv' ? format : 'other'];
    fc.assert(
      fc.property(questionsOf(written, topics), (questions) => {
        const { contents } = writeQuestionFile(questions, format);
        const read = readQuestionFile(Buffer.from(contents));
        expect(read).toEqual({ format, questions, notRead: [] });
      }),
      { numRuns: 120 },
    );
  });

  test.each(['gift', 'moodle-xml'] as const)(
    'with formulas as Moodle shows them, in %s',
    (format) => {
      const options = ['$x^2$', '**not** $\\frac{1}{2}$', '\\$5', '`a`'];
      const question = { title: 'Is $a_b$\n\n$$\\sum x$$', options, correctAnswer: 1, topic: null };
      const { contents } = writeQuestionFile([question], format);
      const written = unescapeGift(String(contents));
      for (const shown of ['\\(a_b\\)', '$$\\sum x$$', '\\(x^2\\)', '\\(\\frac{1}{2}\\)', '$5']) {
        expect(format === 'gift' ? written : String(contents)).toContain(shown);
      }
      expect(String(contents)).not.toContain('markdown');
      expect(readQuestionFile(Buffer.from(contents)).questions).toEqual([question]);
    },
  );

  test('and what Aiken cannot hold is refused, with the numbers of the questions', () => {
    const question = { options: ['a', 'b', 'c', 'd'], correctAnswer: 1, topic: null };
    const titles = ['One line', 'Two  \nlines', 'A) looks like an option', 'Some **marks**'];
    const questions = titles.map((title) => ({
      ...question,
      title,
    }));
    expect(() => writeQuestionFile(questions, 'aiken')).toThrow(
      'Aiken supports one plain line per text, and questions 2, 3, 4 do not fit. Choose GIFT, Moodle XML or QTI 3.0.',
    );
  });
});

test.each(EXPORT_FORMATS)('the same questions give the same bytes at any time, in %s', (format) => {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const question = { title: 'One', options: ['a', 'b', 'c', 'd'], correctAnswer: 1, topic: null };
  const writeAt = (now: string) => {
    vi.setSystemTime(new Date(now));
    return writeQuestionFile([question], format).contents;
  };
  const first = writeAt('2026-11-01T10:00:00Z');
  expect(writeAt('2027-05-02T11:30:00Z')).toEqual(first);
});

describe('no bytes end in anything but questions or a plain refusal', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 300 }).map((written) => Buffer.from(written)),
    fc.array(hostile, { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''))),
  );
  test.each([null, ...IMPORT_FORMATS])('read as %s', (format) => {
    const property = fc.property(bytes, (file) => isReadOrRefused(file, format));
    expect(fc.check(property, { numRuns: 200 })).toMatchObject({ failed: false });
  });

  test.each(EXPORT_FORMATS)('nor does a damaged file of %s', (format) => {
    const file = questionsOf(line, fc.constant(null)).map((questions) =>
      Buffer.from(writeQuestionFile(questions, format).contents),
    );
    const property = fc.property(
      fc.tuple(file, fc.nat(), fc.nat(20), fc.uint8Array({ maxLength: 4 })),
      ([whole, place, length, put]) => {
        const start = place % whole.length;
        const rest = whole.subarray(start + length);
        return isReadOrRefused(Buffer.concat([whole.subarray(0, start), put, rest]), null);
      },
    );
    expect(fc.check(property, { numRuns: 200 })).toMatchObject({ failed: false });
  });
});

function isReadOrRefused(file: Uint8Array, format: ImportFormat | null): boolean {
  try {
    const { questions, notRead } = readQuestionFile(file, format);
    return questions.length + notRead.length > 0;
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return [400, 413].includes(error.status) && /^[A-Z].+\.$/s.test(error.message);
  }
}
