import { type TextFormat, readFormatted } from '../texts/formatted-text.ts';
import { findUnescaped, unescapeGift } from './gift-escapes.ts';
import type { Candidate } from '../plain-question.ts';

type Answers = Pick<Candidate, 'options' | 'leftOut'> | { reason: string };

const FEEDBACK = 'Its feedback was not imported.';

/** The content of the braces; its markers determine the kind of question. */
export function readAnswers(written: string, format: TextFormat): Answers {
  const general = written.indexOf('####');
  const text = (general < 0 ? written : written.slice(0, general)).trim();
  const leftOut = general < 0 ? [] : [FEEDBACK];
  const kind = findOtherKind(text);
  if (kind !== null) {
    return { reason: `It is ${kind}; only single choice with four options is supported.` };
  }
  const options: Candidate['options'] = [];
  if (findUnescaped(text, '=~', 0) > 0) return { reason: 'There is text before its first answer.' };
  for (const part of splitAnswers(text)) {
    const read = readOption(part, format);
    if (typeof read === 'string') return { reason: read };
    if (read.hasFeedback) leftOut.push(FEEDBACK);
    if (read.takesMarks) leftOut.push('Its penalties for wrong answers were not imported.');
    options.push({ text: read.text, isRight: read.isRight });
  }
  return { options, leftOut };
}

function findOtherKind(text: string): string | null {
  if (text === '') return 'an essay question';
  if (text.startsWith('#')) return 'a numerical question';
  if (/^(?:T|F|TRUE|FALSE)\s*(?:#|$)/i.test(text)) return 'a true/false question';
  if (findUnescaped(text, '~', 0) >= 0) return null;
  return /^=[^]*->/.test(text) ? 'a matching question' : 'a short-answer question';
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

function readOption(part: string, format: TextFormat) {
  const isMarkedRight = part.startsWith('=');
  let text = part.slice(1).trim();
  const share = /^%(-?\d{1,3}(?:\.\d{1,5})?)%/.exec(text);
  if (share) {
    text = text.slice(share[0].length);
    const percent = Number(share[1]);
    if (percent > 0 && percent < 100) return 'It gives partial marks for some options.';
  }
  const feedback = findUnescaped(text, '#', 0);
  const written = feedback < 0 ? text : text.slice(0, feedback);
  const read = readFormatted(unescapeGift(written), format);
  if (read.refusal !== null) return read.refusal;
  const isRight = isMarkedRight ? Number(share?.[1] ?? 100) === 100 : share?.[1] === '100';
  return {
    text: read.text,
    isRight,
    hasFeedback: feedback >= 0,
    takesMarks: Number(share?.[1] ?? 0) < 0,
  };
}
