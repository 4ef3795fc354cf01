import { plainToMarkdown } from '@vlabs/contract/text/plain-text';
import * as fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { encodeCharacters } from './character-references.ts';
import { escapeGift } from '../formats/gift-escapes.ts';
import { tidy } from '../reading/plain-question.ts';
import { readQuestionFile } from '../read-file.ts';

const writeText = (text: string): string => `<text>${encodeCharacters(text)}</text>`;

/** Writes a question with four options in each format without markup; the second is correct. */
const WRITERS: Record<string, (title: string, options: string[]) => Uint8Array> = {
  aiken: (title, options) =>
    Buffer.from(
      `${[title, ...options.map((text, place) => `${'ABCD'.charAt(place)}. ${text}`)].join('\n')}\nANSWER: B\n`,
    ),
  gift: (title, options) =>
    Buffer.from(
      `::One::${escapeGift(title)} {\n${options.map((text, place) => `${place === 1 ? '=' : '~'}${escapeGift(text)}`).join('\n')}\n}\n`,
    ),
  'gift, plain': (title, options) =>
    Buffer.from(
      `::One::[plain]${escapeGift(title)} {\n${options.map((text, place) => `${place === 1 ? '=' : '~'}[plain]${escapeGift(text)}`).join('\n')}\n}\n`,
    ),
  csv: (title, options) =>
    Buffer.from(
      `question,a,b,c,d,answer\n${[title, ...options].map((text) => `"${text.replaceAll('"', '""')}"`).join(',')},B\n`,
    ),
  text: (title, options) =>
    Buffer.from(
      `1. ${title}\n${options.map((text, place) => `${'abcd'.charAt(place)}) ${text}`).join('\n')}\nAnswer: b\n`,
    ),
  word: (title, options) => {
    const lines = [
      `1. ${title}`,
      ...options.map((text, place) => `${'abcd'.charAt(place)}) ${text}`),
      'Answer: b',
    ];
    const body = lines.map(
      (line) => `<w:p><w:r><w:t xml:space="preserve">${encodeCharacters(line)}</w:t></w:r></w:p>`,
    );
    return zipSync({
      'word/document.xml': strToU8(`<w:document><w:body>${body.join('')}</w:body></w:document>`),
    });
  },
  'moodle-xml': (title, options) => {
    const answers = options.map(
      (option, place) =>
        `<answer fraction="${place === 1 ? 100 : 0}" format="plain_text">${writeText(option)}</answer>`,
    );
    return Buffer.from(
      `<quiz><question type="multichoice"><questiontext format="plain_text">${writeText(title)}</questiontext>${answers.join('')}</question></quiz>`,
    );
  },
};

const readAs = (format: string, title: string, options: string[]) =>
  readQuestionFile(WRITERS[format]?.(title, options) ?? new Uint8Array()).questions;

const plain = (title: string, options: string[]) => [
  { title: plainToMarkdown(title), options: options.map(plainToMarkdown), correctAnswer: 2 },
];

const MARKS =
  '# + - * _ __ ** ~ ` ``` $ \\ \\( \\) | > >= = --- ] [ [a] ( ) <b <T> & &amp; : int x.y www.a.co http://a.co/ é 🙂 ; ! @ / " ,'.split(
    ' ',
  );
/** One line without the formats' own special texts. */
const line = fc
  .array(fc.oneof(fc.constantFrom(...MARKS, ' '), fc.string({ maxLength: 3 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => tidy(`is ${parts.join('')}`).replaceAll(/\s+/g, ' '));

describe('text without markup is imported as the text that it is', () => {
  test.each(['gift', 'gift, plain', 'csv', 'moodle-xml'])('whatever it holds, in %s', (format) => {
    const question = fc.tuple(line, fc.array(line, { minLength: 4, maxLength: 4 }));
    const property = fc.property(question, ([title, options]) => {
      expect(readAs(format, title, options)).toMatchObject(plain(title, options));
    });
    fc.assert(property, { numRuns: 200 });
  });

  const asked: [string, string[]][] = [
    ['Which is `it`, $a$ or *b*?', ['#', '+', '-', '>=']],
    ['What is "$5 to $10" in __init__?', ['2*3*4', '1. none', 'a*b*c', '~x~']],
    ['Which is &amp; of a_b?', ['&amp;', '|', '__x__', '[a](b)']],
  ];
  test.each(Object.keys(WRITERS))('marks of Markdown as options in %s', (format) => {
    for (const [title, options] of asked) {
      expect(readAs(format, title, options)).toMatchObject(plain(title, options));
    }
  });
});
