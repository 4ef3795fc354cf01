import { type FileNumber, PLAIN_NUMBERS } from '@vlabs/contract/kinds/file-answers';
import { type TextFormat, readFormatted } from '../texts/formatted-text.ts';
import { NO_SINGLE_MARKS, refuseCount, shareOf, snapped, sharedCost } from './answer-shares.ts';
import { findUnescaped, unescapeGift } from './gift-escapes.ts';
import type { Candidate, TypedCandidate } from '../reading/plain-question.ts';

type Answers =
  | Pick<Candidate, 'options' | 'chooses' | 'rule' | 'cost' | 'leftOut'>
  | Pick<TypedCandidate, 'answers' | 'leftOut'>
  | { reason: string };

const FEEDBACK = 'Its feedback was not imported.';

/** The content of the braces; its markers determine the kind of question. */
export function readAnswers(written: string, format: TextFormat): Answers {
  const general = written.indexOf('####');
  const text = (general < 0 ? written : written.slice(0, general)).trim();
  const leftOut = general < 0 ? [] : [FEEDBACK];
  if (text === '') return { reason: 'It is an essay question, which isn’t supported.' };
  if (text.startsWith('#')) return readNumber(text.slice(1).trim(), leftOut);
  const truth = /^(T|F|TRUE|FALSE)\s*(?:#|$)/i.exec(text)?.[1];
  if (truth !== undefined) return readTruth(truth, { text, leftOut });
  if (findUnescaped(text, '~', 0) < 0) return readTexts(text, leftOut);
  return readOptions(text, { format, leftOut });
}

function readTruth(truth: string, { text, leftOut }: { text: string; leftOut: string[] }): Answers {
  const right = /^t/i.test(truth) ? 'true' : 'false';
  return {
    answers: { form: 'truth', right, cost: '0' },
    leftOut: text.includes('#') ? [FEEDBACK] : leftOut,
  };
}

interface Part {
  /** Whether it begins with the mark of a right answer. */
  isMarkedRight: boolean;
  /** Per cent; null if none is given. */
  share: number | null;
  /** Still escaped. */
  text: string;
  hasFeedback: boolean;
}

/** Per cent with any decimals that programs compute. */
const SHARE = /^%[ \t]{0,9}([-+]?(?:\d{1,3}(?:[.,]\d{0,40})?|[.,]\d{1,40}))[ \t]{0,9}%/;

function readParts(written: readonly string[]): Part[] {
  return written.map((part) => {
    const rest = part.slice(1).trim();
    const share = SHARE.exec(rest);
    const answer = share ? rest.slice(share[0].length) : rest;
    const feedback = findUnescaped(answer, '#', 0);
    return {
      isMarkedRight: part.startsWith('='),
      share: share ? Number(share[1]?.replace(',', '.')) : null,
      text: (feedback < 0 ? answer : answer.slice(0, feedback)).trim(),
      hasFeedback: feedback >= 0,
    };
  });
}

function splitAnswers(text: string): string[] {
  const parts: string[] = [];
  let start = findUnescaped(text, '=~', 0);
  while (start >= 0) {
    const next = findUnescaped(text, '=~', start + 1);
    parts.push(text.slice(start, next < 0 ? text.length : next));
    start = next;
  }
  return parts;
}

const BEFORE_FIRST = 'There is text before its first answer.';

/** One option if `=` marks the right one; several if shares make up the whole. */
function readOptions(
  text: string,
  { format, leftOut }: { format: TextFormat; leftOut: string[] },
): Answers {
  if (findUnescaped(text, '=~', 0) > 0) return { reason: BEFORE_FIRST };
  const written = splitAnswers(text);
  const tooMany = refuseCount(written.length);
  if (tooMany !== null) return { reason: tooMany };
  const parts = readParts(written);
  const read = parts.map((part) => readFormatted(unescapeGift(part.text), format));
  const refusal = read.find((one) => one.refusal !== null)?.refusal ?? null;
  if (refusal !== null) return { reason: refusal };
  const shares = parts.map(({ isMarkedRight, share }) => share ?? (isMarkedRight ? 100 : 0));
  const judged = shareOf(shares, { isOne: parts.some(({ isMarkedRight }) => isMarkedRight) });
  if (typeof judged === 'string') return { reason: judged };
  return {
    options: read.map((one, place) => ({
      text: one.text,
      isRight: judged.right.includes(place),
    })),
    chooses: judged.chooses,
    rule: judged.rule,
    ...sharedCost(judged),
    leftOut: [...leftOut, ...feedbackOf(parts), ...judged.leftOut],
  };
}

const feedbackOf = (parts: readonly Part[]): string[] =>
  parts.some(({ hasFeedback }) => hasFeedback) ? [FEEDBACK] : [];

function readTexts(text: string, leftOut: string[]): Answers {
  if (/^=[^]*->/.test(text)) return { reason: 'It is a matching question, which isn’t supported.' };
  if (findUnescaped(text, '=~', 0) !== 0) return { reason: BEFORE_FIRST };
  const written = splitAnswers(text);
  const tooMany = refuseCount(written.length);
  if (tooMany !== null) return { reason: tooMany };
  const { worth, leftOut: left } = readTyped(written, leftOut);
  return {
    answers: { form: 'texts', answers: worth, ignoresCase: true, foldsSpaces: true },
    leftOut: left,
  };
}

/** Typed answers with marks. */
function readTyped(written: readonly string[], leftOut: readonly string[]) {
  const parts = readParts(written);
  const marked = parts.filter(({ share }) => (share ?? 100) > 0);
  return {
    worth: marked.map((part) => ({
      text: unescapeGift(part.text),
      worth: snapped(part.share ?? 100),
    })),
    leftOut: [
      ...leftOut,
      ...feedbackOf(parts),
      ...(marked.length < parts.length ? [NO_SINGLE_MARKS] : []),
    ],
  };
}

/** `3.14:0.01`, `1..5`, or several of these, each after `=` or `=%50%`. */
function readNumber(text: string, leftOut: string[]): Answers {
  const isList = findUnescaped(text, '=', 0) === 0;
  const written = splitAnswers(isList ? text : `=${text}`);
  const tooMany = refuseCount(written.length);
  if (tooMany !== null) return { reason: tooMany };
  // Moodle writes the feedback for all other numbers as an answer without one.
  const [others, numbers] = [
    written.filter(isForOthers),
    written.filter((one) => !isForOthers(one)),
  ];
  const said = others.some((one) => one.slice(2).trim() !== '') ? [...leftOut, FEEDBACK] : leftOut;
  const { worth, leftOut: left } = readTyped(numbers, said);
  const answers = worth.map((answer) => ({ ...readRange(answer.text), worth: answer.worth }));
  return { answers: { ...PLAIN_NUMBERS, answers }, leftOut: left };
}

const isForOthers = (written: string): boolean => /^~\s*(?:%[-+0.]+%\s*)?#/.test(written);

function readRange(text: string): Omit<FileNumber, 'worth'> {
  const [from = '', to] = text.split('..', 2);
  if (to !== undefined) return { by: 'range', value: from.trim(), tolerance: '0', to: to.trim() };
  const [value = '', tolerance = '0'] = text.split(':', 2);
  return { by: 'absolute', value: value.trim(), tolerance: tolerance.trim(), to: '' };
}
