import { createHash } from 'node:crypto';
import type { Language } from '@vlabs/contract/runs/languages';
import type { ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { Marked, PaperQuestion } from './paper.ts';

/** What is scored of judged programs, by what was judged (`judgementKey`). */
export type Judgements = Readonly<Record<string, string>>;

/** What the teacher gives a question by hand counts before every judgement of a program. */
export const BY_HAND = 'by hand';
const handKey = (number: number): string => `${number} ${BY_HAND}`;

/** A program and the test cases that it is run on. */
export interface JudgedProgram {
  /** The question, in the student's numbering. */
  number: number;
  language: Language;
  /** Of the program's text. */
  sha256: string;
  /** `BY_HAND` for a teacher's judgement, whatever the program. */
  casesSha256: string;
}

export const judgementKey = ({ number, language, sha256, casesSha256 }: JudgedProgram): string =>
  casesSha256 === BY_HAND ? handKey(number) : `${number} ${language} ${sha256} ${casesSha256}`;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

type Asked = Pick<PaperQuestion, 'kind' | 'body' | 'key'>;

/** The program of an answer that counts; null without one, and for kinds that are not judged. */
export function programOf(
  { kind, body }: Pick<Asked, 'kind' | 'body'>,
  answer: string | null,
): ProgramOfAnswer | null {
  const { judged } = kindOf(kind);
  return answer === null || !judged ? null : judged.read(body, answer);
}

/** By the key's object, because all papers of a quiz share it. */
const knownHashes = new WeakMap<object, string>();

/** Identifies what a program is run on and how its outputs are compared; names and points change no judgement. */
export function casesHashOf({ kind, body, key }: Asked): string {
  const known = typeof key === 'object' && key !== null ? knownHashes.get(key) : undefined;
  if (known !== undefined) return known;
  const { judged: rules } = kindOf(kind);
  const cases = rules?.testCases({ body, key }) ?? [];
  const files = rules?.files({ body, key }) ?? [];
  const ran = cases.map(({ name: _name, points: _points, ...run }) => run);
  // Without files the hash is that of judgements which were stored before there were any.
  const hash = hashOf(JSON.stringify(files.length === 0 ? ran : { cases: ran, files }));
  if (typeof key === 'object' && key !== null) knownHashes.set(key, hash);
  return hash;
}

/** What of an answer is scored: the judgement of a program, or the answer itself. */
export interface ScoredAnswer {
  /** Null without an answer. */
  scored: string | null;
  /** The program is not judged yet. */
  waits: boolean;
  /** The teacher gave it points. */
  isByHand: boolean;
}

export function scoredAnswer(
  question: Marked & Pick<PaperQuestion, 'number'>,
  answer: string | null,
  judgements: Judgements,
): ScoredAnswer {
  const { kind, number, marking } = question;
  if (!kindOf(kind).judged) return { scored: answer, ...judged };
  const byHand = judgements[handKey(number)];
  if (byHand !== undefined) return { scored: byHand, waits: false, isByHand: true };
  const program = programOf(question, answer);
  if (!program) return { scored: null, ...judged };
  const { language, text } = program;
  const sha256 = hashOf(text);
  const casesSha256 = casesHashOf(question);
  const judgement = judgements[judgementKey({ number, language, sha256, casesSha256 })] ?? null;
  return { ...judged, scored: judgement, waits: judgement === null && marking === 'by_key' };
}

const judged = { waits: false, isByHand: false };
