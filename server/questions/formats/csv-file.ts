import { csvText } from '@vlabs/contract/text/csv-text';
import { markdownToPlain } from '@vlabs/contract/text/plain-text';
import type { FileOptions } from '@vlabs/contract/kinds/file-answers';
import { cannotBeWritten } from '../reading/file-refusals.ts';
import { letterOf } from '../reading/plain-question.ts';
import { findNamedOptions } from './csv-questions.ts';
import type { WrittenQuestion } from './written-answers.ts';

const TITLE = 'question';
const FEWEST_OPTIONS = 4;

/** One question a line with its options, the letters of the right ones, the topic, and points of its own. */
export function writeCsv(questions: readonly WrittenQuestion[]): string {
  const lines = questions.map(writeLine);
  const refused = lines.flatMap((line, index) => (line === null ? [index + 1] : []));
  if (refused.length > 0) throw notPlain(refused);
  const written = lines.flatMap((line) => line ?? []);
  const most = Math.max(FEWEST_OPTIONS, ...written.map(({ options }) => options.length));
  const headings = Array.from({ length: most }, (_, index) => `option ${index + 1}`);
  const hasPoints = questions.some(({ points }) => points !== null);
  return csvText([
    [TITLE, ...headings, 'correct', 'topic', ...(hasPoints ? ['points'] : [])],
    ...written.map(({ title, options, right, topic, points }) => [
      title,
      ...options,
      ...Array.from({ length: most - options.length }, () => ''),
      right,
      topic,
      ...(hasPoints ? [points] : []),
    ]),
  ]);
}

function writeLine({ title, topic, answers, points }: WrittenQuestion) {
  if (answers.form !== 'options') return null;
  const [asked = null, ...options] = [title, ...answers.options].map(plainCell);
  const cells = options.filter((option) => option !== null);
  const right = findNames(answers, cells);
  if (asked === null || right === null || cells.length < options.length) return null;
  return {
    title: asked,
    options: cells,
    right,
    topic: spaced(topic ?? ''),
    points: points === null ? '' : String(points),
  };
}

/** Null if a text needs Markdown, or a space in front that it has already. */
function plainCell(markdown: string): string | null {
  const text = markdownToPlain(markdown);
  return text === null || text === '' ? null : spaced(text);
}

/** A space keeps spreadsheets from reading it as a formula; the import removes it. */
const spaced = (text: string): string => (/^[=+\-@]/.test(text) ? ` ${text}` : text);

/** The right options by letter or number, whichever no other option is called; null if neither works. */
function findNames({ right }: FileOptions, options: readonly string[]): string | null {
  const names = [letterOf, String].map((nameOf) => right.map((place) => nameOf(place)).join(', '));
  const isRead = (name: string) => {
    const places = findNamedOptions(name, options);
    return typeof places !== 'string' && places.map((place) => place + 1).join() === right.join();
  };
  return names.find(isRead) ?? null;
}

function notPlain(numbers: readonly number[]) {
  const those = numbers.length === 1 ? 'question' : 'questions';
  const named = numbers.slice(0, 10).join(', ');
  return cannotBeWritten(
    `CSV holds plain texts, and ${those} ${named} would not be read back the same. Choose another format.`,
  );
}
