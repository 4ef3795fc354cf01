import { wordsOfMarkdown } from '@vlabs/contract/markdown-words';
import { plainToMarkdown } from '@vlabs/contract/plain-text';
import { listMistakes } from '@vlabs/contract/quizzes/questions';

/** A question independent of formats: Markdown texts, four options, one correct. */
export interface PlainQuestion {
  title: string;
  options: string[];
  /** The position of the correct option, from 1. */
  correctAnswer: number;
  topic: string | null;
}

/** One item of a file, in file order. */
export type Found = Candidate | Unreadable;

export interface Candidate {
  title: string;
  options: { text: string; isRight: boolean }[];
  topic: string | null;
  /** Its texts are plain, not Markdown, and are shown literally. */
  isPlain?: true;
  /** What is dropped, in whole sentences. */
  leftOut: string[];
}

interface Unreadable {
  title: string;
  /** What it is, if it is not a question and has no number. */
  item?: string;
  /** Why it cannot be imported, in a sentence. */
  reason: string;
}

export interface Reading {
  questions: PlainQuestion[];
  notRead: { item: string; reason: string }[];
}

/** Separates importable questions from others; nothing is ignored silently. */
export function judgeAll(found: readonly Found[]): Reading {
  const reading: Reading = { questions: [], notRead: [] };
  let number = 0;
  for (const each of found) {
    const given = 'item' in each ? each.item : undefined;
    if (given === undefined) number += 1;
    const isPlain = 'isPlain' in each;
    const item = given ?? nameItem(number, isPlain ? each.title : wordsOfMarkdown(each.title));
    const judged = 'reason' in each ? each.reason : judge(each);
    if (typeof judged === 'string') {
      reading.notRead.push({ item, reason: judged });
      continue;
    }
    reading.questions.push(judged);
    if ('reason' in each) continue;
    for (const reason of new Set(each.leftOut)) reading.notRead.push({ item, reason });
  }
  return reading;
}

const NAME_LENGTH = 80;

function nameItem(number: number, title: string): string {
  const short = shorten(title);
  return short === '' ? `Question ${number}` : `Question ${number}: ${short}`;
}

/** The beginning of a text on one line. */
export function shorten(text: string): string {
  const line = tidy(text).replaceAll(/\s+/g, ' ');
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH).toWellFormed()}…` : line;
}

/** The question, or why it cannot be imported. */
function judge(candidate: Candidate): PlainQuestion | string {
  const write = (text: string) => (candidate.isPlain ? plainToMarkdown(tidy(text)) : tidy(text));
  const title = write(candidate.title);
  const options = candidate.options.map(({ text }) => write(text));
  const right = candidate.options.flatMap(({ isRight }, place) => (isRight ? [place + 1] : []));
  if (title === '') return 'It has no question text.';
  if (options.length !== 4) {
    return `It has ${countOptions(options.length)}; a question here has exactly four.`;
  }
  if (right.length === 0) return 'None of its options is marked as correct.';
  const [correctAnswer = 0] = right;
  if (right.length > 1) {
    return `It has ${right.length} correct answers; a question here has exactly one.`;
  }
  const [mistake] = listMistakes({
    QuestionTitle: title,
    QuestionOptions: byNumber(options),
    CorrectAnswer: String(correctAnswer),
  });
  if (mistake) return describeMistake(mistake.field, mistake.message);
  return { title, options, correctAnswer, topic: tidyTopic(candidate.topic) };
}

function countOptions(count: number): string {
  if (count === 0) return 'no options';
  return count === 1 ? 'one option' : `${count} options`;
}

function describeMistake(field: string, message: string): string {
  const isEmpty = message.startsWith('Write option ');
  return isEmpty ? `Its option ${field.slice(-1)} is empty.` : message;
}

export function byNumber(options: readonly string[]): Record<'1' | '2' | '3' | '4', string> {
  const [first = '', second = '', third = '', fourth = ''] = options;
  return { 1: first, 2: second, 3: third, 4: fourth };
}

export const letterOf = (place: number): string => 'ABCD'.charAt(place - 1);

/** Normalises a text: storable, one kind of line break, trimmed. */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(UNWRITABLE, '')
    .trim();
}

const TOPIC_LENGTH = 200;

function tidyTopic(topic: string | null): string | null {
  const line = tidy(topic ?? '').replaceAll(/\s+/g, ' ');
  return line === '' ? null : line.slice(0, TOPIC_LENGTH).toWellFormed().trim();
}

/** Characters that XML cannot contain: control characters except tab and line feed, and two noncharacters. */
const UNWRITABLE = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
