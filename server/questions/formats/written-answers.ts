import { NumberKey } from '@vlabs/kinds/number/number';
import { OptionsBody } from '@vlabs/kinds/options';
import { SeveralKey } from '@vlabs/kinds/several/several';
import { SingleKey } from '@vlabs/kinds/single/single';
import { type Ratio, NOTHING, WHOLE, dividedBy, minus, ratio } from '@vlabs/kinds/scoring/ratios';
import { readPercent } from '@vlabs/kinds/texts';
import { readCost } from '@vlabs/kinds/wrong-cost';
import type { PlainKind, PlainQuestion } from '../plain-question.ts';

/** An option or a typed answer with its share of the points, in per cent. */
export interface WrittenAnswer {
  text: string;
  share: string;
}

const PLACES = 100_000;

/** Per cent with at most five decimals, as other programs write it. */
const asPercent = ({ over, under }: Ratio): string =>
  String(Math.round((Number(over) / Number(under)) * 100 * PLACES) / PLACES);

/** The options of a question and their shares; one of them or several are chosen. */
export function optionsOf(question: PlainQuestion | PlainKind): {
  options: WrittenAnswer[];
  isOne: boolean;
} {
  if (!('kind' in question)) {
    const { options, correctAnswer } = question;
    const key = { right: [correctAnswer], cost: '0' };
    return { options: withShares(options, key.right, NOTHING), isOne: true };
  }
  const { options } = OptionsBody.parse(question.body);
  if (question.kind === 'single') {
    const { right, cost } = SingleKey.parse(question.key);
    return { options: withShares(options, right, readCost(cost, options.length)), isOne: true };
  }
  const { right } = SeveralKey.parse(question.key);
  const each = dividedBy(WHOLE, ratio(right.length));
  return { options: withShares(options, right, each, each), isOne: false };
}

const withShares = (
  options: readonly string[],
  right: readonly number[],
  cost: Ratio,
  each: Ratio = WHOLE,
): WrittenAnswer[] =>
  options.map((text, index) => ({
    text,
    share: asPercent(right.includes(index + 1) ? each : minus(NOTHING, cost)),
  }));

export const keyOf = (question: PlainQuestion | PlainKind): unknown =>
  'kind' in question ? question.key : null;

export const percentOf = (worth: string): string => asPercent(readPercent(worth) ?? NOTHING);

/** The accepted numbers: a value with a tolerance, or a range. */
export const numbersOf = (key: unknown) =>
  NumberKey.parse(key).answers.map(({ worth, value, tolerance, to, by }) => ({
    share: percentOf(worth),
    value: value.trim(),
    tolerance: tolerance.trim(),
    to: by === 'range' ? to.trim() : null,
  }));
