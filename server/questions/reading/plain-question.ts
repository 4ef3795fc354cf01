import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import { plainToMarkdown } from '@vlabs/contract/text/plain-text';
import { isPoints, listMistakes, listMistakesOf } from '@vlabs/contract/quizzes/questions';
import type { FileAnswers, ReadAnswers } from '@vlabs/contract/kinds/file-answers';
import { readFileAnswers } from '@vlabs/contract/kinds/files';
import { type KindName, kinds } from '@vlabs/contract/kinds/kinds';
import { MAX_OPTIONS, MIN_OPTIONS } from '@vlabs/contract/kinds/options';
import { SEVERAL_RULES, type SeveralRule } from '@vlabs/contract/kinds/scoring/choices';

/** A question independent of formats: Markdown texts, four options, one correct. */
export interface PlainQuestion {
  title: string;
  options: string[];
  /** The position of the correct option, from 1. */
  correctAnswer: number;
  topic: string | null;
}

/** A question of a kind. */
export interface PlainKind {
  title: string;
  kind: KindName;
  body: unknown;
  key: unknown;
  topic: string | null;
  /** Absent: the score per question. */
  points?: number;
}

/** One item of a file, in file order. */
export type Found = Candidate | TypedCandidate | Unreadable;

export interface Candidate {
  title: string;
  options: { text: string; isRight: boolean }[];
  /** Absent: as many as are right. */
  chooses?: 'one' | 'several';
  /** Positions, from 1, of options that keep their places when they are shuffled. */
  pinned?: number[];
  /** How several options are scored; absent: all or nothing. */
  rule?: SeveralRule;
  /** The fraction of the points that a wrong choice costs, as keys have it; absent: nothing. */
  cost?: string;
  topic: string | null;
  points?: StatedPoints;
  /** Its texts are plain, not Markdown, and are shown literally. */
  isPlain?: true;
  /** What is dropped, in whole sentences. */
  leftOut: string[];
}

/** A question without options to choose from. */
export interface TypedCandidate {
  title: string;
  answers: ReadAnswers;
  topic: string | null;
  points?: StatedPoints;
  isPlain?: true;
  leftOut: string[];
}

/** The points of a question as a file states them; empty if it does not. */
export type StatedPoints = string;

interface Unreadable {
  title: string;
  /** What it is, if it is not a question and has no number. */
  item?: string;
  /** Why it cannot be imported, in a sentence. */
  reason: string;
}

export interface Reading {
  questions: (PlainQuestion | PlainKind)[];
  notRead: { item: string; reason: string }[];
}

/** Separates importable questions from others; nothing is ignored silently. */
export function judgeAll(found: readonly Found[]): Reading {
  const reading: Reading = { questions: [], notRead: [] };
  let number = 0;
  for (const each of keepPoints(found)) {
    const given = 'item' in each ? each.item : undefined;
    if (given === undefined) number += 1;
    const isPlain = 'isPlain' in each;
    const item = given ?? nameItem(number, isPlain ? each.title : wordsOfMarkdown(each.title));
    const judged = judge(each);
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

/** Questions of one point each count the score per question of a test. */
function keepPoints(found: readonly Found[]): Found[] {
  const hasOwn = found.some(
    (each) => 'points' in each && (each.points ?? '').trim() !== '' && Number(each.points) !== 1,
  );
  return found.map((each) => {
    if ('reason' in each) return each;
    const { points = '', ...asked } = each;
    if (!hasOwn || points.trim() === '' || isNothingAsked(asked)) return asked;
    if (isPoints(Number(points))) return each;
    const reason = `Its points (${shorten(points)}) were not imported.`;
    return { ...asked, leftOut: [...asked.leftOut, reason] };
  });
}

const isNothingAsked = (asked: Candidate | TypedCandidate): boolean =>
  'answers' in asked && asked.answers.form === 'nothing';

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
function judge(found: Found): PlainQuestion | PlainKind | string {
  if ('reason' in found) return found.reason;
  const title = writeText(found, found.title);
  if (title === '') return 'It has no question text.';
  if (!('answers' in found)) return judgeOptions({ ...found, title });
  return judgeAnswers({ ...found, title });
}

const writeText = ({ isPlain }: { isPlain?: true }, text: string): string =>
  isPlain ? plainToMarkdown(tidy(text)) : tidy(text);

/** A question with four options of which one is right needs no kind. */
function judgeOptions(candidate: Candidate): PlainQuestion | PlainKind | string {
  const { title, points, pinned = [], chooses, cost = '0', rule = SEVERAL_RULES[0] } = candidate;
  const options = candidate.options.map(({ text }) => writeText(candidate, text));
  const right = candidate.options.flatMap(({ isRight }, place) => (isRight ? [place + 1] : []));
  if (options.length < MIN_OPTIONS || options.length > MAX_OPTIONS) {
    return `It has ${countOptions(options.length)}; a question here has ${MIN_OPTIONS} to ${MAX_OPTIONS}.`;
  }
  if (right.length === 0) return 'None of its options is marked as correct.';
  const [correctAnswer = 0] = right;
  const isSingle = chooses === undefined ? right.length === 1 : chooses === 'one';
  const topic = tidyTopic(candidate.topic);
  if (
    isSingle &&
    right.length === 1 &&
    options.length === 4 &&
    cost === '0' &&
    points === undefined &&
    pinned.length === 0
  ) {
    const [mistake] = listMistakes({
      QuestionTitle: title,
      QuestionOptions: byNumber(options),
      CorrectAnswer: String(correctAnswer),
    });
    return mistake
      ? describeMistake(mistake.field, mistake.message)
      : { title, options, correctAnswer, topic };
  }
  const answers: FileAnswers = {
    form: 'options',
    chooses: isSingle ? 'one' : 'several',
    options,
    ...(pinned.length > 0 && { pinned }),
    right,
    cost,
    rule,
  };
  return judgeAnswers({ title, answers, topic, ...(points !== undefined && { points }) });
}

function judgeAnswers({
  title,
  answers,
  topic,
  points,
}: Pick<TypedCandidate, 'title' | 'answers' | 'topic' | 'points'>): PlainKind | string {
  const { kind, body, key } = readFileAnswers(answers);
  const read = { body: kinds[kind].Body.safeParse(body), key: kinds[kind].Key.safeParse(key) };
  if (!read.body.success || !read.key.success) return 'A part of it is too long or too large.';
  const [mistake] = listMistakesOf({ QuestionTitle: title, Kind: kind, Body: body, Key: key });
  if (mistake) return describeMistake(mistake.field, mistake.message);
  const asked = { title, kind, body: read.body.data, key: read.key.data };
  const own = points === undefined ? {} : { points: Number(points) };
  return { ...asked, topic: tidyTopic(topic), ...own };
}

function countOptions(count: number): string {
  if (count === 0) return 'no options';
  return count === 1 ? 'one option' : `${count} options`;
}

function describeMistake(field: string, message: string): string {
  const [, empty] = /^Write option (\d+)\.$/.exec(message) ?? [];
  if (empty !== undefined) return `Its option ${empty} is empty.`;
  // Mistakes of a kind tell a teacher what to type in a form.
  return field.startsWith('Key.') ? `Its answer can’t be used. ${message}` : message;
}

export function byNumber(options: readonly string[]): Record<'1' | '2' | '3' | '4', string> {
  const [first = '', second = '', third = '', fourth = ''] = options;
  return { 1: first, 2: second, 3: third, 4: fourth };
}

export const letterOf = (place: number): string => 'ABCDEFGHIJ'.charAt(place - 1);

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
