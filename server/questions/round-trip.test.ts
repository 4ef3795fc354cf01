import { EXPORT_FORMATS, IMPORT_FORMATS } from '@vlabs/contract/question-files';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PublicError } from '../platform/errors.ts';
import { type PlainQuestion, tidy } from './plain-question.ts';
import { readQuestionFile } from './read-file.ts';
import { writeQuestionFile } from './write-file.ts';

/** What has a meaning in some format, among anything else. */
const hostile = fc.constantFrom(
  ...['\\', '~', '=', '#', '{', '}', ':', '->', '%50%', '[html]', '[markdown]', '::', '//', '$x$'],
  ...['$CATEGORY: a', 'ANSWER: A', 'A) ', 'B. ', '<b>', '</p>', '&amp;', '&', ']]>', '<![CDATA['],
  ...['`', '```', '```c\nint x;\n```', '\n', '\n\n', '  \n', '"', "'", ',', ';', '*', '_', '1. '],
  ...[
    '- ',
    '# ',
    '> ',
    '|',
    '\\n',
    '\\(x\\)',
    '$$',
    '@@PLUGINFILE@@',
    '<!DOCTYPE',
    'é',
    'नमस्ते',
    '🙂',
  ],
  ...['int main() { return 0; }', 'List<String>', 'a\tb', '####', 'question,a,b,c,d,answer', ' '],
);
const text = fc
  .array(
    fc.oneof(
      hostile,
      fc.string({ maxLength: 8, unit: 'grapheme' }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => tidy(parts.join('')))
  .filter((written) => written !== '');
const line = text
  .map((written) => tidy(written.replaceAll('\n', ' ')))
  .filter((written) => written.length > 1 && !/^[A-Za-z][.)](?:\s|$)|^ANSWER:/.test(written));

const topic = text.map((written) => tidy(written.replaceAll(/\s+/g, ' ')).slice(0, 60).trim());

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

function writeAndRead(questions: PlainQuestion[], format: (typeof EXPORT_FORMATS)[number]) {
  const { contents } = writeQuestionFile(questions, format);
  return readQuestionFile(Buffer.from(contents));
}

describe('export then import is the same', () => {
  const aTopic = fc.option(
    topic.filter((each) => each.toWellFormed() === each && each !== '' && each !== 'Questions'),
  );
  test.each(EXPORT_FORMATS)('in %s', (format) => {
    const texts = format === 'aiken' ? line : text;
    const topics = format === 'aiken' ? fc.constant(null) : aTopic;
    fc.assert(
      fc.property(questionsOf(texts, topics), (questions) => {
        const read = writeAndRead(questions, format);
        expect(read).toEqual({ format, questions, notRead: [] });
      }),
      { numRuns: 120 },
    );
  });
});

describe('no bytes end in anything but questions or a plain refusal', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 300 }).map((written) => Buffer.from(written)),
    fc.array(hostile, { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''))),
  );
  test.each([null, ...IMPORT_FORMATS])('read as %s', (format) => {
    fc.assert(
      fc.property(bytes, (file) => {
        expectReadingOrRefusal(file, format);
      }),
      { numRuns: 150 },
    );
  });

  test.each(EXPORT_FORMATS)('nor does a damaged file of %s', (format) => {
    const damage = fc.tuple(
      questionsOf(line, fc.constant(null)),
      fc.nat(),
      fc.nat(),
      fc.uint8Array({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(damage, ([questions, place, length, put]) => {
        const whole = Buffer.from(writeQuestionFile(questions, format).contents);
        const start = place % whole.length;
        const end = start + (length % 20);
        expectReadingOrRefusal(
          Buffer.concat([whole.subarray(0, start), put, whole.subarray(end)]),
          null,
        );
      }),
      { numRuns: 150 },
    );
  });
});

function expectReadingOrRefusal(
  file: Uint8Array,
  format: (typeof IMPORT_FORMATS)[number] | null,
): void {
  try {
    const read = readQuestionFile(file, format);
    expect(read.questions.length + read.notRead.length).toBeGreaterThan(0);
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    expect([400, 413]).toContain(error.status);
    expect(error.message).toMatch(/^[A-Z].+\.$/s);
  }
}
