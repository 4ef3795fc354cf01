import { z } from 'zod';
import { defineKind } from '../kind.ts';
import { scoreSingle } from '../scoring/choices.ts';
import { dividedBy, minus, ratio } from '../scoring/ratios.ts';
import { WrongCost, costMistake, describeCost, readCost } from '../wrong-cost.ts';

export const TRUTHS = ['true', 'false'] as const;
export const LABELS = { true: 'True', false: 'False' } as const;
export const TrueFalseKey = z.object({ right: z.enum(['', ...TRUTHS]), cost: WrongCost });
export type TrueFalseKey = z.infer<typeof TrueFalseKey>;
export const TrueFalseBody = z.object({});

/** A statement that is true or false. */
export const trueFalse = defineKind<z.infer<typeof TrueFalseBody>, TrueFalseKey>({
  label: 'True or false',
  Body: TrueFalseBody,
  Key: TrueFalseKey,
  textsOf: () => [],
  blank: { body: {}, key: { right: '', cost: '0' } },
  drafted: {
    example: { body: {}, key: { right: 'false', cost: '0' } },
    meaning: 'The title is a statement; right is true or false.',
  },
  listMistakes: (_body, { right, cost }) => [
    ...(right === '' ? [{ path: 'Key.right', message: 'Choose true or false.' }] : []),
    ...costMistake(cost),
  ],
  isAnswer: (_body, answer) => answer === 'true' || answer === 'false',
  score: (_body, { right, cost }, answer) =>
    scoreSingle(answer, new Set([right]), readCost(cost, TRUTHS.length)),
  ruleOf: (_body, { cost }) => describeCost(cost, TRUTHS.length),
  guess: (_body, { cost }) => dividedBy(minus(ratio(1), readCost(cost, TRUTHS.length)), ratio(2)),
  listClasses: () => [...TRUTHS],
  classesOf: (_body, answer) => [answer],
  showClass(_body, { right }, name) {
    const label = name === 'true' ? LABELS.true : LABELS.false;
    return { label, called: label, isRight: name === right };
  },
  listRight: (_body, { right }) => (right === '' ? [] : [LABELS[right]]),
  press: (_body, answer, digit) => TRUTHS[digit - 1] ?? answer,
});
