import { z } from 'zod';
import { type Accepted, NO_UNITS, scoreNumber } from './numbers.ts';
import * as ratios from './ratios.ts';
import { PLAIN_STYLE } from './read-number.ts';

/** A published score. */
export const Case = z.object({
  id: z.string(),
  family: z.string(),
  question: z.record(z.string(), z.unknown()),
  response: z.unknown(),
  expected: z.object({
    exact: z.string().optional(),
    mark: z.number().optional(),
    outOf: z.number().optional(),
    within: z.number().optional(),
    value: z.string().nullish(),
    unit: z.string().optional(),
  }),
});
export type Case = z.infer<typeof Case>;
export const Words = z.array(z.coerce.string());
export const Amount = z.union([z.string(), z.number()]).transform((text) => of(String(text)));
export const Amounts = z.record(z.string(), Amount);

/** A ratio in a published case; empty is 0. */
export function of(text: string): ratios.Ratio {
  const read = ratios.readRatio(text === '' ? '0' : text);
  if (!read) throw new Error(`${text} is no ratio.`);
  return read;
}

const NumberQuestion = z.object({
  value: Amount.optional(),
  tolerance: Amount.default(ratios.NOTHING),
  toleranceKind: z.enum(['absolute', 'relative', 'geometric']).default('absolute'),
  decimalComma: z.boolean().default(false),
  accept: z
    .array(
      z.object({
        exact: Amount.optional(),
        margin: Amount.default(ratios.NOTHING),
        from: Amount.optional(),
        to: Amount.optional(),
      }),
    )
    .default([]),
  keys: z.array(z.tuple([z.string(), Amount, Amount])).default([]),
  units: Amounts.optional(),
  unitBefore: z.string().optional(),
  units_rule: z.enum(['optional', 'graded']).optional(),
  unitPenalty: Amount.default(ratios.WHOLE),
  unitPenaltyOf: z.enum(['mark', 'max']).default('max'),
});
type NumberQuestion = z.infer<typeof NumberQuestion>;

const full = (accepted: Accepted) => ({ accepted, share: ratios.WHOLE });

function keysOf({ value, tolerance, toleranceKind, accept, keys }: NumberQuestion) {
  return [
    ...(value ? [full({ kind: toleranceKind, value, tolerance })] : []),
    ...accept.map(({ exact, margin, from, to }) =>
      full(
        exact
          ? { kind: 'absolute', value: exact, tolerance: margin }
          : { kind: 'range', from: from ?? ratios.NOTHING, to: to ?? ratios.NOTHING },
      ),
    ),
    ...keys.map(([text, share, reach]) => ({
      accepted:
        text === '*'
          ? ({ kind: 'anything' } as const)
          : ({ kind: 'absolute', value: of(text), tolerance: reach } as const),
      share,
    })),
  ];
}

const Typed = z.union([
  z.string(),
  z.object({ value: z.string(), unit: z.string() }).transform(({ value, unit }) => value + unit),
]);

export function scoreNumberCase({ question: asked, response }: Case) {
  const question = NumberQuestion.parse(asked);
  const before = question.unitBefore;
  const units = {
    ...NO_UNITS,
    rule: question.units_rule === 'graded' ? 'required' : (question.units_rule ?? 'none'),
    isBefore: before !== undefined,
    factors: new Map(
      before === undefined ? Object.entries(question.units ?? {}) : [[before, ratios.WHOLE]],
    ),
    cost: question.unitPenalty,
    costIsOf: question.unitPenaltyOf === 'max' ? 'maximum' : 'mark',
  } as const;
  const style = question.decimalComma ? ({ decimal: ',', thousands: ' ' } as const) : PLAIN_STYLE;
  return scoreNumber(Typed.parse(response), keysOf(question), units, style);
}
