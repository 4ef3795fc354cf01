import { markdownToPlain } from '@vlabs/contract/plain-text';
import { cannotBeWritten } from './file-refusals.ts';
import { type Found, type PlainQuestion, letterOf } from './plain-question.ts';

const OPTION = /^([A-Za-z])[.)](?:\s([^]*))?$/;
const ANSWER = /^ANSWER:([^]*)/;
const FEEDBACK = /^FEEDBACK:/i;
const ENDS_WITH_ANSWER = /^ANSWER:[ \t]*[A-Za-z][ \t]*$/m;

interface Open {
  title: string[];
  options: { letter: string; text: string }[];
}

export const isAiken = (text: string): boolean =>
  ENDS_WITH_ANSWER.test(text) && /^[ \t]*A[.)][ \t]/m.test(text);

/** Text, options as `A. ` or `A) `, and a line `ANSWER: B`; the text may have several lines. */
export function readAiken(text: string): Found[] {
  const found: Found[] = [];
  let open: Open = { title: [], options: [] };
  const endUnanswered = () => {
    const title = open.title.join('\n');
    if (title.trim() !== '' || open.options.length > 0) {
      found.push({ title, reason: 'It has no line that says the answer, as ANSWER: B.' });
    }
    open = { title: [], options: [] };
  };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const answer = ANSWER.exec(line)?.[1];
    if (FEEDBACK.test(line) && !hasText(open) && leaveOut(found.at(-1))) continue;
    const option = OPTION.exec(line);
    if (answer !== undefined) {
      found.push(close(open, answer));
      open = { title: [], options: [] };
    } else if (option && isNext(open, option[1] ?? '')) {
      open.options.push({
        letter: (option[1] ?? '').toUpperCase(),
        text: option[2]?.trimStart() ?? '',
      });
    } else if (line !== '' && open.options.length > 0) {
      endUnanswered();
      open.title.push(raw.trimEnd());
    } else if (line !== '' || hasText(open)) open.title.push(raw.trimEnd());
  }
  endUnanswered();
  return found;
}

/** What stands after an answer belongs to the question before. */
function leaveOut(last: Found | undefined): boolean {
  if (last && !('reason' in last)) last.leftOut.push('Its feedback is left out.');
  return last !== undefined;
}

/** Options are lettered in order; `I.` to `V.` before them count the lines of the question. */
const isNext = (open: Open, letter: string): boolean =>
  hasText(open) && letter.toUpperCase() === LETTERS.charAt(open.options.length);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const hasText = ({ title }: Open): boolean => title.some((line) => line.trim() !== '');

function close({ title, options }: Open, answer: string): Found {
  const letter = answer.trim().toUpperCase();
  const text = title.join('\n');
  if (letter.length > 1) {
    return {
      title: text,
      reason: 'Its answer is not one letter; a question has one right answer.',
    };
  }
  if (!options.some((option) => option.letter === letter)) {
    return { title: text, reason: `Its answer ${letter} is none of its options.` };
  }
  const judged = options.map((option) => ({
    text: option.text,
    isRight: option.letter === letter,
  }));
  return { title: text, options: judged, topic: null, isPlain: true, leftOut: [] };
}

/** Aiken has one plain line for each text; a question with more is refused: it would not come back. */
export function writeAiken(questions: readonly PlainQuestion[]): string {
  const written = questions.map(writeQuestion);
  const refused = written.flatMap((lines, index) => (lines === null ? [index + 1] : []));
  if (refused.length > 0) throw cannotWrite(refused);
  return written.join('\n');
}

function writeQuestion({ title, options, correctAnswer }: PlainQuestion): string | null {
  const [asked = '', ...chosen] = [title, ...options].map(plainLine);
  if (asked.length < 2 || OPTION.test(asked) || ANSWER.test(asked)) return null;
  if (chosen.includes('')) return null;
  const lines = chosen.map((option, index) => `${letterOf(index + 1)}. ${option}`);
  return [asked, ...lines, `ANSWER: ${letterOf(correctAnswer)}`, ''].join('\n');
}

/** Nothing where a text takes several lines, or marks of Markdown. */
function plainLine(markdown: string): string {
  const text = markdownToPlain(markdown) ?? '';
  return text.includes('\n') ? '' : text;
}

function cannotWrite(numbers: readonly number[]) {
  const named = numbers.slice(0, 10).join(', ');
  const those = numbers.length === 1 ? `question ${named} does` : `questions ${named} do`;
  return cannotBeWritten(
    `Aiken has one plain line for each text, and ${those} not fit it. Choose GIFT, Moodle XML or QTI 3.0.`,
  );
}
