import { z } from 'zod';
import { WrongCost, costMistake, describeCost, readCost } from '../wrong-cost.ts';
import { defineKind } from '../kind.ts';
import {
  OptionsBody,
  Places,
  arePlaces,
  isChoice,
  listOptionClasses,
  listOptionMistakes,
  orderOptions,
  showOption,
} from '../options.ts';
import { scoreSingle } from '../scoring/choices.ts';
import { minus, ratio, times } from '../scoring/ratios.ts';

export const SingleKey = z.object({
  /** Each earns full points; the first is displayed as correct. */
  right: Places,
  cost: WrongCost,
});
export type SingleKey = z.infer<typeof SingleKey>;

export const MARK_RIGHT = 'Mark the correct option.';

/** One of two to ten options. */
export const single = defineKind<OptionsBody, SingleKey>({
  label: 'Single choice (2 to 10 options)',
  Body: OptionsBody,
  Key: SingleKey,
  textsOf: ({ options }) => options,
  blank: { body: { options: ['', '', '', ''] }, key: { right: [], cost: '0' } },
  drafted: {
    example: { body: { options: ['text', 'text', 'text'] }, key: { right: [2], cost: '0' } },
    meaning: 'Two to ten different options, of which one is right; right has its number, from 1.',
  },
  listMistakes: (body, { right, cost }) => [
    ...listOptionMistakes(body),
    ...(right.length === 0 || !arePlaces(body, right)
      ? [{ path: 'Key.right', message: MARK_RIGHT }]
      : []),
    ...costMistake(cost),
  ],
  isAnswer: (body, answer) => !answer.includes(',') && isChoice(body, answer),
  score: ({ options }, { right, cost }, answer) =>
    scoreSingle(answer, new Set(right.map(String)), readCost(cost, options.length)),
  ruleOf: ({ options }, { cost }) => describeCost(cost, options.length),
  guess({ options }, { right, cost }) {
    const chance = ratio(right.length, options.length);
    const lost = times(minus(ratio(1), chance), readCost(cost, options.length));
    return minus(chance, lost);
  },
  options: orderOptions<SingleKey>(),
  listClasses: listOptionClasses,
  classesOf: (_body, answer) => [answer],
  showClass: (body, { right }, name) => showOption(body, right, name),
  listRight: ({ options }, { right }) => right.map((place) => options[place - 1] ?? ''),
  press: ({ options }, answer, digit) =>
    digit >= 1 && digit <= options.length ? String(digit) : answer,
});
