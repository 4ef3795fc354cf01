import { cannotBeWritten } from './file-refusals.ts';
import { type Found, type PlainQuestion, letterOf } from './plain-question.ts';

const OPTION = /^([A-Za-z])[.)](?:\s+(.*))?$/;
const ANSWER = /^ANSWER:\s*(.*)$/;
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
  for (const line of text.split('\n').map((each) => each.trim())) {
    const answer = ANSWER.exec(line)?.[1];
    const option = OPTION.exec(line);
    if (answer !== undefined) {
      found.push(close(open, answer));
      open = { title: [], options: [] };
    } else if (option && hasText(open)) {
      open.options.push({ letter: (option[1] ?? '').toUpperCase(), text: option[2] ?? '' });
    } else if (line !== '' && open.options.length > 0) {
      endUnanswered();
      open.title.push(line);
    } else if (line !== '' || hasText(open)) open.title.push(line);
  }
  endUnanswered();
  return found;
}

const hasText = ({ title }: Open): boolean => title.some((line) => line !== '');

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
  return { title: text, options: judged, topic: null, leftOut: [] };
}

/** Aiken has one line for each text; a question with more is refused, since it would not come back. */
export function writeAiken(questions: readonly PlainQuestion[]): string {
  const refused = questions.flatMap((question, index) => (fits(question) ? [] : [index + 1]));
  if (refused.length > 0) throw cannotWrite(refused);
  return questions
    .map(({ title, options, correctAnswer }) =>
      [
        title,
        ...options.map((option, index) => `${letterOf(index + 1)}. ${option}`),
        `ANSWER: ${letterOf(correctAnswer)}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}

function fits({ title, options }: PlainQuestion): boolean {
  const isOneLine = [title, ...options].every((text) => !text.includes('\n'));
  return isOneLine && !OPTION.test(title) && !ANSWER.test(title) && title.length > 1;
}

function cannotWrite(numbers: readonly number[]) {
  const named = numbers.slice(0, 10).join(', ');
  const those = numbers.length === 1 ? `question ${named} does` : `questions ${named} do`;
  return cannotBeWritten(
    `Aiken has one plain line for each text, and ${those} not fit it. Choose GIFT, Moodle XML or QTI 3.0.`,
  );
}
