import {
  OPTION_NUMBERS,
  type OptionNumber,
  OptionNumber as OptionNumberShape,
  QuizQuestion,
  type ShownQuestion,
  findSameOptions,
  listMistakes,
} from '@vlabs/contract/quizzes/questions';

export type Judgement =
  | { question: ShownQuestion }
  /** `title` as far as it is readable. */
  | { reason: string; title: string };

type Entry = Readonly<Record<string, unknown>>;

/**
 * Accepts one question of a reply unchanged, or returns the reason for rejecting it. Never guesses.
 */
export function judgeQuestion(text: string): Judgement {
  const entry = readEntry(text);
  if (!entry) return { reason: 'It’s not in the format of a question.', title: '' };
  const title = typeof entry['QuestionTitle'] === 'string' ? entry['QuestionTitle'].trim() : '';
  const refuse = (reason: string): Judgement => ({ reason, title: title.slice(0, 200) });
  if (title === '') return refuse('It has no title.');
  if ('Kind' in entry) return judgeKind({ ...entry, QuestionTitle: title }, refuse);
  const options = readOptions(entry['QuestionOptions']);
  if (typeof options === 'string') return refuse(options);
  const marked = readMarked(entry['CorrectAnswer']);
  if (marked.length === 0) return refuse('No option is marked as correct.');
  if (marked.length > 1) return refuse('More than one option is marked as correct.');
  const right = OptionNumberShape.safeParse(marked[0]);
  if (!right.success) return refuse('The marked answer is none of the four options.');
  const question = { QuestionTitle: title, QuestionOptions: options, CorrectAnswer: right.data };
  const [mistake] = listMistakes(question);
  return mistake ? refuse(mistake.message) : { question };
}

/** Points are the test's, not the assistant's. */
function judgeKind(
  { Points: _points, ...entry }: Entry,
  refuse: (reason: string) => Judgement,
): Judgement {
  const read = QuizQuestion.safeParse(entry);
  if (read.success && 'Kind' in read.data) return { question: read.data };
  const [issue] = read.error?.issues ?? [];
  if (issue?.path[0] === 'Kind') return refuse('It’s of a kind that doesn’t exist here.');
  return refuse(
    issue ? `It can’t be used. ${issue.message}` : 'It’s not in the format of a question.',
  );
}

function readEntry(text: string): Entry | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) ? value : null;
  } catch {
    // An invalid reply is rejected; it is not an error of the server.
    return null;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The four options, or the reason for rejecting them. */
function readOptions(value: unknown): Record<OptionNumber, string> | string {
  if (!isEntry(value)) return 'It has no options.';
  const count = Object.keys(value).length;
  if (count !== 4) return `It has ${count} options instead of four.`;
  const texts = OPTION_NUMBERS.map((number) => value[number]);
  if (!texts.every((text) => typeof text === 'string')) {
    return 'Its options aren’t four texts numbered 1 to 4.';
  }
  const [first = '', second = '', third = '', fourth = ''] = texts.map((text) => text.trim());
  const options = { 1: first, 2: second, 3: third, 4: fourth };
  const empty = OPTION_NUMBERS.find((number) => options[number] === '');
  if (empty) return `Option ${empty} is empty.`;
  const same = findSameOptions(options);
  return same ? `Options ${same[0]} and ${same[1]} are the same.` : options;
}

/** All marked options: usually one number, several if the assistant made a mistake. */
function readMarked(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  // A nested list marks nothing.
  if (Array.isArray(value)) return value.filter((one) => !Array.isArray(one)).flatMap(readMarked);
  if (typeof value !== 'string') return [];
  return value
    .split(/[,;/&]|\band\b|\bor\b/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
