import { z } from 'zod';
import { comparableText } from '../../text/canonical.ts';
import { type Mistake, SHORT_ANSWER, defineKind } from '../kind.ts';
import { WHOLE, NOTHING, isSame } from '../scoring/ratios.ts';
import { scoreText } from '../scoring/texts.ts';
import {
  PERCENT_MISTAKE,
  Short,
  asTyped,
  isPlainLine,
  isWhole,
  readPercent,
  showTyped,
} from '../texts.ts';

export const MAX_ANSWER = SHORT_ANSWER;
export const MAX_KEYS = 50;

const TextAnswer = z.object({
  /** `*` matches any text. */
  text: Short,
  /** Per cent of the points. */
  worth: Short,
});
export const ShortTextKey = z.object({
  answers: z.array(TextAnswer).max(MAX_KEYS, `A question has at most ${MAX_KEYS} answers.`),
  ignoresCase: z.boolean(),
  foldsSpaces: z.boolean(),
});
export type ShortTextKey = z.infer<typeof ShortTextKey>;
export const ShortTextBody = z.object({});

function listAnswerMistakes(
  { text, worth }: ShortTextKey['answers'][number],
  at: number,
): Mistake[] {
  const mistakes: Mistake[] = [];
  if (!isPlainLine(text, MAX_ANSWER)) {
    const message =
      comparableText(text).trim() === ''
        ? 'Write the answer.'
        : `An answer is one line of at most ${MAX_ANSWER} characters.`;
    mistakes.push({ path: `Key.answers.${at}.text`, message });
  }
  if (!readPercent(worth))
    mistakes.push({ path: `Key.answers.${at}.worth`, message: PERCENT_MISTAKE });
  return mistakes;
}

const scoreBy = ({ answers, ignoresCase, foldsSpaces }: ShortTextKey, answer: string) =>
  scoreText(
    answer,
    answers.map(({ text, worth }) => ({ pattern: text, share: readPercent(worth) ?? NOTHING })),
    { ignoresCase, foldsSpaces },
  );

/** A few words, compared with the key's answers in order. */
export const shortText = defineKind<z.infer<typeof ShortTextBody>, ShortTextKey>({
  label: 'Short text',
  Body: ShortTextBody,
  Key: ShortTextKey,
  textsOf: () => [],
  blank: {
    body: {},
    key: { answers: [{ text: '', worth: '100' }], ignoresCase: true, foldsSpaces: true },
  },
  drafted: {
    example: {
      body: {},
      key: {
        answers: [
          { text: 'text', worth: '100' },
          { text: 'another spelling', worth: '100' },
        ],
        ignoresCase: true,
        foldsSpaces: true,
      },
    },
    meaning: 'A word or a few; answers has every spelling that is right.',
  },
  listMistakes: (_body, { answers }) => [
    ...answers.flatMap(listAnswerMistakes),
    ...(answers.length === 0
      ? [{ path: 'Key.answers', message: 'Add at least one correct answer.' }]
      : []),
  ],
  isAnswer: (_body, answer) => isPlainLine(answer, MAX_ANSWER),
  score: (_body, key, answer) => scoreBy(key, answer),
  ruleOf: () => null,
  guess: () => null,
  listClasses: () => null,
  // Normalised like the key, so that equal answers are counted together.
  classesOf: (_body, answer) => [comparableText(answer).trim().split(/\s+/).join(' ')],
  showClass: (_body, key, name) => ({
    ...showTyped(name),
    isRight: isSame(scoreBy(key, name), WHOLE),
  }),
  listRight: (_body, { answers }) =>
    answers.filter(({ worth }) => isWhole(worth)).map(({ text }) => asTyped(text)),
});
