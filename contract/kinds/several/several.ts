import { z } from 'zod';
import { defineKind } from '../kind.ts';
import {
  OptionsBody,
  Places,
  arePlaces,
  isChoice,
  listOptionClasses,
  listOptionMistakes,
  orderOptions,
  readPlaces,
  showOption,
  writePlaces,
} from '../options.ts';
import { SEVERAL_RULES, type SeveralRule, scoreSeveral } from '../scoring/choices.ts';

export const SeveralKey = z.object({ right: Places, rule: z.enum(SEVERAL_RULES) });
export type SeveralKey = z.infer<typeof SeveralKey>;

const RULES: Record<SeveralRule, string> = {
  all_or_nothing: 'Only all correct options together earn the points.',
  plus_minus: 'Each wrong option takes away what a correct one earns.',
  per_option: 'Each option that you decide wrongly takes away what a right decision earns.',
  jee_advanced:
    'Each correct option earns a quarter of the points, all together earn all; any wrong option costs half of them.',
};

/** Two to ten options with any number of correct ones; an answer is `1,3`. */
export const several = defineKind<OptionsBody, SeveralKey>({
  label: 'Several options',
  Body: OptionsBody,
  Key: SeveralKey,
  textsOf: ({ options }) => options,
  blank: { body: { options: ['', '', '', ''] }, key: { right: [], rule: 'all_or_nothing' } },
  drafted: {
    example: {
      body: { options: ['text', 'text', 'text', 'text'] },
      key: { right: [1, 3], rule: 'all_or_nothing' },
    },
    meaning:
      'Two to ten different options, of which one or more are right; right has their numbers, from 1, ascending.',
  },
  listMistakes: (body, { right }) => [
    ...listOptionMistakes(body),
    ...(right.length === 0 || !arePlaces(body, right)
      ? [{ path: 'Key.right', message: 'Mark every correct option.' }]
      : []),
  ],
  isAnswer: isChoice,
  score: ({ options }, { right, rule }, answer) =>
    scoreSeveral(
      rule,
      new Set(readPlaces(answer).map(String)),
      new Set(right.map(String)),
      options.length,
    ),
  ruleOf: (_body, { rule }) => RULES[rule],
  guess: () => null,
  options: orderOptions<SeveralKey>(),
  listClasses: listOptionClasses,
  classesOf: (_body, answer) => answer.split(','),
  showClass: (body, { right }, name) => showOption(body, right, name),
  // They are correct only together.
  listRight: ({ options }, { right }) => [
    right.map((place) => options[place - 1] ?? '').join(', '),
  ],
  press({ options }, answer, digit) {
    if (digit < 1 || digit > options.length) return answer;
    return toggle(answer, digit);
  },
});

/** Toggles an option of an answer; null if none is left. */
export function toggle(answer: string | null, place: number): string | null {
  const ticked = answer === null ? [] : readPlaces(answer);
  const next = ticked.includes(place) ? ticked.filter((one) => one !== place) : [...ticked, place];
  return next.length === 0 ? null : writePlaces(next);
}
