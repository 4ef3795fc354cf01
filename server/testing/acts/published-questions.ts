import { Amount, type Case, Words } from '@vlabs/contract/kinds/scoring/published-case.setup';
import { isAtMost, NOTHING, times, ratio, writeRatio } from '@vlabs/contract/kinds/scoring/ratios';
import { z } from 'zod';

/** A question of one of our kinds, and the answer of a student; null for none. */
interface Asked {
  question: { Kind: string; Body: object; Key: object };
  answer: string | null;
}

const percent = (share: z.infer<typeof Amount>) => writeRatio(times(share, ratio(100)));

const OptionsCase = z.object({
  right: z.union([z.string().transform((one) => [one]), Words]),
  options: z.union([Words, z.int()]).optional(),
  penaltyOfPoints: z.string().optional(),
});

/** Names options that a case leaves out, and others up to `count`. */
function optionsOf(question: unknown, named: readonly string[], count = 4) {
  const { right, options } = OptionsCase.parse(question);
  if (Array.isArray(options)) return { right, options };
  const all = [...new Set([...right, ...named])];
  for (let place = 1; all.length < (options ?? count); place++) all.push(`other ${place}`);
  return { right, options: all };
}

const placesOf = (chosen: readonly string[], options: readonly string[]) =>
  chosen.map((one) => options.indexOf(one) + 1).toSorted((one, other) => one - other);

const several =
  (rule: string) =>
  ({ question, response }: Case): Asked => {
    const chosen = response === null ? [] : Words.parse(response);
    const { right, options } = optionsOf(question, chosen);
    const Key = { right: placesOf(right, options), rule };
    const answer = placesOf(chosen, options).join(',') || null;
    return { question: { Kind: 'several', Body: { options }, Key }, answer };
  };

/** The response is an option, or `right`, `wrong` or `blank`. */
function single({ question, response }: Case): Asked {
  const given = response === 'blank' ? null : z.string().nullable().parse(response);
  const cost = z.string().default('0').parse(question['penaltyOfPoints']);
  const asked = { right: 'right', ...question };
  const { right, options } = optionsOf(asked, given === null ? [] : [given]);
  const Key = { right: placesOf(right, options), cost };
  const answer = given === null ? null : String(options.indexOf(given) + 1);
  return { question: { Kind: 'single', Body: { options }, Key }, answer };
}

const trueFalse = ({ question, response }: Case): Asked => ({
  question: { Kind: 'true_false', Body: {}, Key: { right: question['right'], cost: '0' } },
  answer: z.string().nullable().parse(response),
});

const TextCase = z.object({
  pattern: z.string().optional(),
  ignoreCase: z.boolean().default(false),
  keys: z.array(z.tuple([z.string(), Amount])).optional(),
  map: z.record(z.string(), Amount).optional(),
});

function shortText({ question, response }: Case): Asked {
  const { pattern = '', ignoreCase, keys, map } = TextCase.parse(question);
  const answers = keys ?? (map ? Object.entries(map) : [[pattern, ratio(1)] as const]);
  const Key = {
    // An answer without points is one that is not listed.
    answers: answers
      .filter(([, share]) => !isAtMost(share, NOTHING))
      .map(([text, share]) => ({ text, worth: percent(share) })),
    ignoresCase: ignoreCase,
    foldsSpaces: false,
  };
  const answer = z.string().parse(response);
  return {
    question: { Kind: 'short_text', Body: {}, Key },
    answer: answer.trim() === '' ? null : answer,
  };
}

const NumberCase = z.object({
  value: z.string().optional(),
  tolerance: z.string().optional(),
  toleranceKind: z.enum(['absolute', 'relative', 'geometric']).default('absolute'),
  decimalComma: z.boolean().default(false),
  accept: z
    .array(z.partialRecord(z.enum(['exact', 'margin', 'from', 'to']), z.string()))
    .default([]),
  keys: z.array(z.tuple([z.string(), Amount, z.string()])).default([]),
  units: z.record(z.string(), z.number()).optional(),
  unitBefore: z.string().optional(),
  units_rule: z.enum(['optional', 'graded']).optional(),
  unitPenalty: z.number().default(1),
  unitPenaltyOf: z.enum(['mark', 'max']).default('max'),
});
type NumberCase = z.infer<typeof NumberCase>;

const valueOf = (by: string, value: string, tolerance: string | undefined, worth = '100') => ({
  by,
  value,
  tolerance: tolerance === undefined || tolerance === '' ? '0' : tolerance,
  to: '',
  worth,
});

function listValues({ value, tolerance, toleranceKind, accept, keys }: NumberCase) {
  return [
    ...(value === undefined ? [] : [valueOf(toleranceKind, value, tolerance)]),
    ...accept.map(({ exact, margin, from = '', to = '' }) =>
      exact === undefined
        ? { ...valueOf('range', from, '0'), to }
        : valueOf('absolute', exact, margin),
    ),
    ...keys
      .filter(([, share]) => !isAtMost(share, NOTHING))
      .map(([text, share, tolerance_]) => valueOf('absolute', text, tolerance_, percent(share))),
  ];
}

const Typed = z.union([
  z.string(),
  z.object({ value: z.string(), unit: z.string() }).transform(({ value, unit }) => value + unit),
]);

function number({ question, response }: Case): Asked {
  const read = NumberCase.parse(question);
  const { units = {}, unitBefore, units_rule: rule } = read;
  const named = unitBefore === undefined ? Object.entries(units) : [[unitBefore, 1] as const];
  const unit = { optional: 'optional', graded: 'required', none: 'none' }[rule ?? 'none'];
  const Body = {
    unit,
    ...(unitBefore !== undefined && { isUnitFirst: true }),
    ...(read.decimalComma && { hasDecimalComma: true }),
  };
  const Key = {
    answers: listValues(read),
    units: named.map(([name, factor]) => ({ name, factor: String(factor) })),
    unitCost: String(read.unitPenalty * 100),
    ...(read.unitPenaltyOf === 'mark' && { isUnitCostOfMark: true }),
  };
  const answer = Typed.nullable().parse(response);
  return { question: { Kind: 'number', Body, Key }, answer: answer === '' ? null : answer };
}

const ReadCase = z.object({ units: z.array(z.string()), decimal: z.enum(['.', ',']) });

/** What is read earns the points; what is not a number does not even match a range of nearly everything. */
function readNumber({ question, response, expected }: Case): Asked {
  const { units, decimal } = ReadCase.parse(question);
  const { value, unit = '' } = expected;
  const isNumber = value !== null && value !== undefined;
  const accepted = isNumber
    ? valueOf('absolute', value, '0')
    : { ...valueOf('range', '-1e99', '0'), to: '1e99' };
  const Body = {
    unit: unit === '' ? 'none' : 'required',
    ...(decimal === ',' && { hasDecimalComma: true }),
  };
  // The unit comes first, since values are in the first one.
  const named = [unit, ...units.filter((one) => one !== unit)].filter((one) => one !== '');
  const Key = {
    answers: [accepted],
    units: named.map((name) => ({ name, factor: '1' })),
    unitCost: '100',
  };
  return { question: { Kind: 'number', Body, Key }, answer: z.string().parse(response) };
}

const SHARES = z.object({ fractions: z.record(z.string(), z.string()) });

/** One right option, of which the others cost the same. */
function singleOfShares({ question, response }: Case): Asked {
  const { fractions } = SHARES.parse(question);
  const options = Object.keys(fractions);
  const right = options.filter((option) => fractions[option] === '1');
  const costs = options.filter((option) => fractions[option] !== '1');
  const cost = String(Math.abs(Number(fractions[costs[0] ?? ''] ?? '0')));
  return single({
    id: '',
    family: '',
    expected: {},
    question: { options, right, penaltyOfPoints: cost },
    response,
  });
}

const matched = ({ question, ...rest }: Case): Asked =>
  question['cardinality'] === 'single'
    ? single({ question, ...rest })
    : several('all_or_nothing')({ question, ...rest });

/** How a published case is asked, by family, for those that our kinds of questions offer. */
export const published: Record<string, (from: Case) => Asked> = {
  'single.negative': single,
  'single.true-false': trueFalse,
  'single.fraction-of-choice': singleOfShares,
  'hottext.single': single,
  'qti.match-correct': matched,
  'multiple.all-or-nothing': several('all_or_nothing'),
  'multiple.right-minus-wrong': several('plus_minus'),
  'multiple.every-option-with-penalty': several('per_option'),
  'multiple.jee-advanced': several('jee_advanced'),
  'text.wildcard': shortText,
  'text.weighted-keys': shortText,
  'text.case-sensitive-map': shortText,
  'numeric.tolerance': number,
  'numeric.exact': number,
  'numeric.ranges': number,
  'numeric.units': number,
  'numeric.weighted-keys': number,
  'numeric.read': readNumber,
};
