import type {
  FileAnswers,
  FileNothing,
  FileNumber,
  FileOptions,
} from '@vlabs/contract/kinds/file-answers';
import { readCategory, writeCategory } from './category-path.ts';
import { readAnswers } from './gift-answers.ts';
import { splitBlocks } from './gift-blocks.ts';
import { escapeGift, findUnescaped, unescapeGift } from './gift-escapes.ts';
import { readFormatted } from '../texts/formatted-text.ts';
import { findXhtml } from '../texts/markdown-to-xhtml.ts';
import type { Found } from '../reading/plain-question.ts';
import { type WrittenQuestion, percentOf, sharesOf } from './written-answers.ts';

/** Begins with a name or a topic, as no other format does. */
export const beginsAsGift = (text: string): boolean => /^\s*(?:::|\$CATEGORY:)/.test(text);

export const isGift = (text: string): boolean =>
  /^[^\S\r\n\u2028\u2029]*(?:::|\$CATEGORY:)/m.test(text) ||
  hasAnswers(text) ||
  hasTruthsOrNumbers(text);

/** Has braces that begin with an answer marker, unlike those of programs. */
function hasAnswers(text: string): boolean {
  let isOpen = false;
  for (const [sign] of text.matchAll(/(?<!\\)\{\s*[~=]?|\}/g)) {
    if (sign === '}' && isOpen) return true;
    isOpen = /[~=]$/.test(sign);
  }
  return false;
}

/** A truth or a number in braces at the end of a line, unlike those of formulas, and no lettered options. */
const hasTruthsOrNumbers = (text: string): boolean =>
  /(?:^|[\s.?!:;)"'”’\]>])\{[ \t]*(?:(?:T|F|TRUE|FALSE)[ \t]*(?:#[^{}]{0,2000})?|#[ \t\n]*[-+=.\d][^{}]{0,2000})\}[ \t]*$/m.test(
    text,
  ) && !/^[ \t]*\(?a[.)]/im.test(text);

/** `//` starts a comment, `$CATEGORY:` sets the topic. */
export function readGift(text: string): Found[] {
  const found: Found[] = [];
  let topic: string | null = null;
  for (const block of splitBlocks(text)) {
    const category = /^\$CATEGORY:(.*)/.exec(block)?.[1];
    if (category === undefined) {
      found.push(readQuestion(block, topic));
      continue;
    }
    topic = readCategory(category);
    const rest = block.split('\n').slice(1).join('\n').trim();
    if (rest !== '') found.push(readQuestion(rest, topic));
  }
  return found;
}

function readQuestion(block: string, topic: string | null): Found {
  const { name, rest } = splitName(block);
  const open = findUnescaped(rest, '{', 0);
  const close = open < 0 ? -1 : findUnescaped(rest, '}', open + 1);
  const after = close < 0 ? '' : rest.slice(close + 1).trim();
  const asked = (open < 0 ? rest : rest.slice(0, open)).trimEnd();
  const title = readFormatted(unescapeGift(after === '' ? asked : `${asked} _____ ${after}`));
  if (open < 0 && title.refusal === null && title.text !== '') {
    return { title: title.text, answers: { form: 'nothing' }, topic, leftOut: [] };
  }
  if (open < 0) return { title: title.text || name, reason: title.refusal ?? 'It has no text.' };
  if (close < 0) return { title: title.text || name, reason: 'Its braces { } are not closed.' };
  if (findUnescaped(after, '{}', 0) >= 0) {
    const reason = 'It has several answers in braces { }; a question here has one.';
    return { title: readFormatted(unescapeGift(asked)).text || name, reason };
  }
  const read = readAnswers(rest.slice(open + 1, close), title.format);
  if ('reason' in read) return { title: title.text || name, reason: read.reason };
  if (title.refusal !== null) return { title: title.text, reason: title.refusal };
  return { title: title.text, topic, ...read };
}

function splitName(block: string): { name: string; rest: string } {
  if (!block.startsWith('::')) return { name: '', rest: block };
  const end = block.indexOf('::', 2);
  if (end < 0) return { name: '', rest: block };
  return { name: unescapeGift(block.slice(2, end)), rest: block.slice(end + 2) };
}

export function writeGift(questions: readonly WrittenQuestion[]): string {
  let topic: string | null = null;
  const blocks = questions.flatMap((question, index) => {
    const isNew = question.topic !== topic;
    ({ topic } = question);
    const lines = isNew ? [`$CATEGORY: ${writeCategory(topic)}\n`] : [];
    return [...lines, writeQuestion(question, index + 1)];
  });
  return `${blocks.join('\n')}\n`;
}

function writeQuestion({ title, answers }: WrittenQuestion, number: number): string {
  const asked = `::Question ${number}::${writeText(title)}`;
  return answers.form === 'nothing' ? `${asked}\n` : `${asked} {${writeAnswers(answers)}}\n`;
}

function writeAnswers(answers: Exclude<FileAnswers, FileNothing>): string {
  if (answers.form === 'options') return writeOptions(answers);
  if (answers.form === 'truth') return answers.right === 'true' ? 'TRUE' : 'FALSE';
  if (answers.form === 'numbers') return `#${listed(answers.answers.map(writeNumber))}`;
  return listed(
    answers.answers.map(({ text, worth }) => `=%${percentOf(worth)}%${escapeGift(text.trim())}`),
  );
}

const writeOptions = (answers: FileOptions): string =>
  listed(
    sharesOf(answers).map(({ text, share }) => {
      const isRight = answers.chooses === 'one' && share === '100';
      const mark = isRight ? '=' : `~${share === '0' ? '' : `%${share}%`}`;
      return `${mark}${writeText(text)}`;
    }),
  );

const listed = (answers: readonly string[]) =>
  `\n${answers.map((answer) => `\t${answer}\n`).join('')}`;

function writeNumber({ by, value, tolerance, to, worth }: FileNumber): string {
  const from = value.trim();
  const accepted = by === 'range' ? `${from}..${to.trim()}` : `${from}:${tolerance.trim()}`;
  return `=%${percentOf(worth)}%${accepted}`;
}

/** HTML, in which Moodle shows formulas, if it reads back unchanged; otherwise Markdown. */
function writeText(markdown: string): string {
  const html = findXhtml(markdown);
  return html === null ? `[markdown]${escapeGift(markdown)}` : `[html]${escapeGift(html)}`;
}
