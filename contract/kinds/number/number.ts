import { z } from 'zod';
import { type Mistake, defineKind } from '../kind.ts';
import { type NumberKey as Scored, type Units, scoreNumber } from '../scoring/numbers.ts';
import {
  type NumberStyle,
  PLAIN_STYLE,
  canonicalUnit,
  readNumber,
} from '../scoring/read-number.ts';
import { NOTHING, WHOLE, isAtMost, isSame, readDecimal } from '../scoring/ratios.ts';
import {
  PERCENT_MISTAKE,
  Short,
  asTyped,
  isPlainLine,
  isWhole,
  readPercent,
  showTyped,
} from '../texts.ts';

export const MAX_ANSWER = 200;
export const MAX_KEYS = 50;
export const MAX_UNITS = 20;

export const NumberAnswer = z.object({
  /**
   * Within `tolerance` of the value, within that fraction of it, from the value to `to`, or (geometric) from the value
   * divided by 1 + tolerance to the value times it.
   */
  by: z.enum(['absolute', 'relative', 'range', 'geometric']),
  value: Short,
  tolerance: Short,
  to: Short,
  /** Per cent of the points. */
  worth: Short,
});
export type NumberAnswer = z.infer<typeof NumberAnswer>;

export const NumberBody = z.object({
  unit: z.enum(['none', 'optional', 'required']),
  /** The unit is typed before the number, as in `$ 20`. */
  isUnitFirst: z.boolean().optional(),
  /** Students type `3,14` and `1 000`. Keys have a decimal point in any case. */
  hasDecimalComma: z.boolean().optional(),
});
export type NumberBody = z.infer<typeof NumberBody>;
export const NumberKey = z.object({
  answers: z.array(NumberAnswer).max(MAX_KEYS, `A question has at most ${MAX_KEYS} answers.`),
  /** Values are in the first unit. Others are defined by how many equal one of it: 100 cm equal one m. */
  units: z
    .array(z.object({ name: Short, factor: Short }))
    .max(MAX_UNITS, `A question has at most ${MAX_UNITS} units.`),
  /** Per cent of the points if a required unit is missing or wrong. */
  unitCost: Short,
  /** The cost is a part of what the value alone earns, instead of the points. */
  isUnitCostOfMark: z.boolean().optional(),
});
export type NumberKey = z.infer<typeof NumberKey>;

const A_NUMBER = 'Enter a number with a decimal point, such as 3.14 or 1e-3.';
const read = (typed: string) => readDecimal(typed.trim());

function listAnswerMistakes(answer: NumberAnswer, at: number): Mistake[] {
  const mistakes: Mistake[] = [];
  const add = (field: keyof NumberAnswer, message: string) =>
    mistakes.push({ path: `Key.answers.${at}.${field}`, message });
  const value = read(answer.value);
  if (!value) add('value', A_NUMBER);
  if (answer.by === 'range') {
    const to = read(answer.to);
    if (!to) add('to', A_NUMBER);
    else if (value && !isAtMost(value, to))
      add('to', 'The end of the range must not be below its start.');
  } else {
    const tolerance = read(answer.tolerance);
    if (!tolerance || !isAtMost(NOTHING, tolerance))
      add('tolerance', 'Enter 0 or more, such as 0.01.');
  }
  if (!readPercent(answer.worth)) add('worth', PERCENT_MISTAKE);
  return mistakes;
}

/** Read back as it is, beside a number, as students type it. */
const isUnit = (name: string, isFirst: boolean): boolean =>
  isPlainLine(name, 50) &&
  (isFirst ? [`${name} 1`, `${name}1`] : [`1 ${name}`, `1${name}`]).every(
    (typed) => readNumber(typed, PLAIN_STYLE, isFirst)?.unit === canonicalUnit(name),
  );

function listUnitMistakes(
  { unit, isUnitFirst = false }: NumberBody,
  { units, unitCost }: NumberKey,
): Mistake[] {
  if (unit === 'none') return [];
  const mistakes = units.flatMap(({ name, factor }, at) => {
    const path = `Key.units.${at}`;
    const by = read(factor);
    const isFactor = by !== null && !isAtMost(by, NOTHING) && (at > 0 || isSame(by, WHOLE));
    const factoring =
      at === 0
        ? 'Values are in the first unit, so enter 1.'
        : 'Enter a number above 0, such as 100.';
    const isTwice =
      units.findIndex((other) => canonicalUnit(other.name) === canonicalUnit(name)) < at;
    const example = isUnitFirst ? '$' : 'cm or m/s2';
    const naming = isTwice
      ? 'This unit is already listed.'
      : `Enter a unit that does not read as part of a number, such as ${example}.`;
    return [
      ...(isTwice || !isUnit(name, isUnitFirst) ? [{ path: `${path}.name`, message: naming }] : []),
      ...(isFactor ? [] : [{ path: `${path}.factor`, message: factoring }]),
    ];
  });
  if (units.length === 0) mistakes.push({ path: 'Key.units', message: 'Add at least one unit.' });
  if (unit === 'required' && !readPercent(unitCost)) {
    mistakes.push({ path: 'Key.unitCost', message: PERCENT_MISTAKE });
  }
  return mistakes;
}

function acceptedBy({ by, value, tolerance, to, worth }: NumberAnswer): Scored {
  const [at, reach, end] = [
    read(value) ?? NOTHING,
    read(tolerance) ?? NOTHING,
    read(to) ?? NOTHING,
  ];
  const share = readPercent(worth) ?? NOTHING;
  if (by === 'range') return { accepted: { kind: by, from: at, to: end }, share };
  return { accepted: { kind: by, value: at, tolerance: reach }, share };
}

const COMMA_STYLE: NumberStyle = { decimal: ',', thousands: ' ' };
/** How students write numbers. */
export const styleOf = ({ hasDecimalComma }: NumberBody): NumberStyle =>
  hasDecimalComma === true ? COMMA_STYLE : PLAIN_STYLE;

function scoreBy(body: NumberBody, key: NumberKey, answer: string) {
  const { unit, isUnitFirst = false } = body;
  const { answers, units, unitCost, isUnitCostOfMark } = key;
  const factors = new Map(
    units.map(({ name, factor }) => [canonicalUnit(name), read(factor) ?? WHOLE] as const),
  );
  const rules: Units = {
    rule: unit,
    isBefore: unit !== 'none' && isUnitFirst,
    factors: unit === 'none' ? new Map() : factors,
    cost: readPercent(unitCost) ?? WHOLE,
    costIsOf: isUnitCostOfMark === true ? 'mark' : 'maximum',
  };
  return scoreNumber(answer, answers.map(acceptedBy), rules, styleOf(body));
}

/** `3.14 ± 0.01 m`, in Markdown. */
function describe({ by, value, tolerance, to }: NumberAnswer, { unit, isFirst }: ShownUnit) {
  const isExact = isSame(read(tolerance) ?? NOTHING, NOTHING);
  const range = {
    absolute: isExact ? value : `${value} ± ${tolerance}`,
    relative: isExact ? value : `${value} ± ${tolerance} × ${value}`,
    geometric: isExact ? value : `${value}, or at most 1 + ${tolerance} times more or less`,
    range: `${value} to ${to}`,
  };
  return asTyped((isFirst ? `${unit} ${range[by]}` : `${range[by]} ${unit}`).trim());
}

interface ShownUnit {
  unit: string;
  isFirst: boolean;
}

/** A number with an optional unit, compared exactly. */
export const number = defineKind<NumberBody, NumberKey>({
  label: 'Number',
  Body: NumberBody,
  Key: NumberKey,
  textsOf: () => [],
  blank: {
    body: { unit: 'none' },
    key: {
      answers: [{ by: 'absolute', value: '', tolerance: '0', to: '', worth: '100' }],
      units: [],
      unitCost: '100',
    },
  },
  drafted: {
    example: {
      body: { unit: 'none' },
      key: {
        answers: [{ by: 'absolute', value: '3.14', tolerance: '0.01', to: '', worth: '100' }],
        units: [],
        unitCost: '100',
      },
    },
    meaning: 'A number without a unit; value and tolerance are decimals as texts.',
  },
  listMistakes: (body, key) => [
    ...key.answers.flatMap(listAnswerMistakes),
    ...(key.answers.length === 0
      ? [{ path: 'Key.answers', message: 'Add at least one correct answer.' }]
      : []),
    ...listUnitMistakes(body, key),
  ],
  isAnswer: (_body, answer) => isPlainLine(answer, MAX_ANSWER),
  score: scoreBy,
  ruleOf({ unit }, { unitCost, isUnitCostOfMark }) {
    if (unit !== 'required') return null;
    const of = isUnitCostOfMark === true ? 'what the number earns' : 'the points';
    return `A missing or wrong unit costs ${unitCost.trim()} % of ${of}.`;
  },
  guess: () => null,
  listClasses: () => null,
  classesOf: (_body, answer) => [answer.trim()],
  showClass: (body, key, name) => ({
    ...showTyped(name),
    isRight: isSame(scoreBy(body, key, name), WHOLE),
  }),
  listRight({ unit, isUnitFirst = false }, { answers, units }) {
    const shown = { unit: unit === 'none' ? '' : (units[0]?.name ?? ''), isFirst: isUnitFirst };
    return answers.filter(({ worth }) => isWhole(worth)).map((answer) => describe(answer, shown));
  },
});
