import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scoreSeveral, scoreSingle } from './choices.ts';
import { type ResponseMap, scoreFractions, scoreMap } from './imported.ts';
import { type OrderRule, scoreOrder, scoreParsons } from './orders.ts';
import { scoreParts } from './parts.ts';
import { Amount, Amounts, Case, Words, of, scoreNumberCase } from './published-case.ts';
import { readPenalties, scoreProgram, scoreTries } from './programs.ts';
import * as ratios from './ratios.ts';
import { readNumber } from './read-number.ts';
import { scoreText } from './texts.ts';

const Published = z.object({ families: z.array(z.string()), cases: z.array(Case) });
const { families: offered, cases } = Published.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'published-cases.json'), 'utf8')),
);

const Several = z.object({ right: Words, options: Words.optional() });
const set = (value: unknown) => new Set(Words.parse(Array.isArray(value) ? value : [value]));

const severalBy =
  (rule: Parameters<typeof scoreSeveral>[0]) =>
  ({ question, response }: Case) => {
    const { right, options } = Several.parse(question);
    return scoreSeveral(
      rule,
      new Set(Words.parse(response)),
      new Set(right),
      (options ?? right).length,
    );
  };

const exactly = { ignoresCase: false, foldsSpaces: false };
const TextQuestion = z.object({
  pattern: z.string().optional(),
  ignoreCase: z.boolean(),
  keys: z.array(z.tuple([z.string(), Amount])).optional(),
});

function scoreTextCase({ question, response }: Case) {
  const { pattern = '', ignoreCase, keys } = TextQuestion.parse(question);
  const all = keys ?? [[pattern, ratios.WHOLE] as const];
  return scoreText(
    z.string().parse(response),
    all.map(([text, share]) => ({ pattern: text, share })),
    { ...exactly, ignoresCase: ignoreCase },
  );
}

const Key = z.object({
  key: z.record(z.string(), z.coerce.string()),
  blank: z.coerce.string().optional(),
});
const partsBy =
  (rule: Parameters<typeof scoreParts>[0]) =>
  ({ question, response }: Case) => {
    const given = z.record(z.string(), z.coerce.string()).parse(response);
    const parts = Object.entries(Key.parse(question).key);
    return scoreParts(
      rule,
      parts.map(([part, right]) => ({ isRight: given[part] === right, weight: 1 })),
    );
  };

const Order = z.object({ items: z.int().optional(), right: Words.optional() });
const orderBy =
  (rule: OrderRule) =>
  ({ question, response }: Case) => {
    const { items = 0, right } = Order.parse(question);
    const places = Array.from({ length: items }, (_, place) => String(place + 1));
    return scoreOrder(rule, Words.parse(response), right ?? places);
  };

const Outcomes = z.record(z.string(), Amount);
const Subtasks = z.object({ subtasks: z.array(z.object({ points: Amount, tests: Words })) });
const Tries = z.object({
  regime: z.string(),
  tests: z.array(z.number()).default([]),
});

/** A case says its tries in one of three ways. */
function triesOf(response: unknown, all: number): ratios.Ratio[] {
  const counted = z.object({ wrongFirst: z.int() }).safeParse(response);
  if (counted.success) {
    return [...Array.from({ length: counted.data.wrongFirst }, () => ratios.NOTHING), ratios.WHOLE];
  }
  return z
    .array(z.union([z.string(), z.object({ earned: z.number() })]))
    .parse(response)
    .flatMap((attempt) => {
      if (attempt === 'precheck') return [];
      if (typeof attempt !== 'string') return [of(`${attempt.earned * 10}/${all * 10}`)];
      return [attempt === 'right' ? ratios.WHOLE : ratios.NOTHING];
    });
}

/** Points for a response, of so many as the case says. */
function scoreMapCase({ question, response, expected }: Case) {
  const map = z
    .object({
      map: Amounts,
      default: Amount,
      lower: Amount.optional(),
      upper: Amount.optional(),
      pairsAreUnordered: z.boolean().default(false),
    })
    .parse(question);
  const rule: ResponseMap = {
    values: new Map(Object.entries(map.map)),
    others: map.default,
    lower: map.lower ?? null,
    upper: map.upper ?? null,
    areUnordered: map.pairsAreUnordered,
  };
  return ratios.dividedBy(scoreMap(Words.parse(response), rule), of(String(expected.outOf)));
}

const Fractions = z.object({ fractions: Amounts });
const fractionsOf = (question: unknown) =>
  new Map(
    Object.entries(Fractions.parse(question).fractions).map(([id, share]) => [
      id,
      ratios.snap(share),
    ]),
  );

const families: Record<string, (from: Case) => ratios.Ratio> = {
  'single.negative': ({ question, response }) =>
    scoreSingle(
      response === 'blank' ? null : z.string().parse(response),
      new Set(['right']),
      Amount.parse(question['penaltyOfPoints']),
    ),
  'single.true-false': ({ question, response }) =>
    scoreSingle(z.string().parse(response), new Set([z.string().parse(question['right'])])),
  'single.fraction-of-choice': ({ question, response }) =>
    fractionsOf(question).get(z.string().parse(response)) ?? ratios.NOTHING,
  'hottext.single': ({ question, response }) =>
    scoreSingle(
      z.string().nullable().parse(response),
      new Set([z.string().parse(question['right'])]),
    ),
  'multiple.fractions-sum': ({ question, response }) =>
    scoreFractions(new Set(Words.parse(response)), fractionsOf(question)),
  'multiple.all-or-nothing': severalBy('all_or_nothing'),
  'multiple.right-minus-wrong': severalBy('plus_minus'),
  'multiple.every-option-with-penalty': severalBy('per_option'),
  'multiple.jee-advanced': severalBy('jee_advanced'),
  'text.wildcard': scoreTextCase,
  'text.weighted-keys': scoreTextCase,
  'text.case-sensitive-map': ({ question, response }) =>
    scoreText(
      z.string().parse(response),
      Object.entries(Amounts.parse(question['map'])).map(([pattern, share]) => ({
        pattern,
        share,
      })),
      exactly,
    ),
  'numeric.tolerance': scoreNumberCase,
  'numeric.exact': scoreNumberCase,
  'numeric.ranges': scoreNumberCase,
  'numeric.units': scoreNumberCase,
  'numeric.weighted-keys': scoreNumberCase,
  'parts.share-right': partsBy('share'),
  'parts.all-or-nothing': partsBy('all_or_nothing'),
  'ordering.all-or-nothing': orderBy('all_or_nothing'),
  'ordering.absolute-position': orderBy('position'),
  'ordering.all-previous-and-next': orderBy('pairs'),
  'ordering.parsons-edit-distance': ({ question, response }) =>
    scoreParsons(
      Words.parse(response),
      new Map(Object.entries(z.record(z.string(), Words).parse(question['after']))),
    ),
  'program.sum': ({ question, response }) => {
    const outcomes = z.array(Amount).parse(response);
    const points = z.array(Amount).parse(question['tests']);
    return scoreProgram('sum', [
      points.map((each, at) => ({ points: each, outcome: outcomes[at] ?? ratios.NOTHING })),
    ]);
  },
  'program.subtasks-min': ({ question, response }) => {
    const outcomes = Outcomes.parse(response);
    return scoreProgram(
      'subtasks',
      Subtasks.parse(question).subtasks.map(({ points, tests }) =>
        tests.map((id) => ({ points, outcome: outcomes[id] ?? ratios.NOTHING })),
      ),
    );
  },
  'program.penalty-regime': ({ question, response }) => {
    const { regime, tests } = Tries.parse(question);
    const penalties = readPenalties(regime);
    if (!penalties) throw new Error(`${regime} is no list of penalties.`);
    return scoreTries(
      triesOf(
        response,
        tests.reduce((sum, each) => sum + each, 0),
      ),
      penalties,
    );
  },
  'quiz.sum': ({ question }) => {
    const points = z.array(z.number()).parse(question['points']);
    const marks = points.map((each) => ratios.markOf(Math.round(each * 100), ratios.WHOLE));
    return ratios.ratio(
      marks.reduce((sum, mark) => sum + mark, 0),
      390,
    );
  },
  'qti.map-response': scoreMapCase,
  'qti.map-response-pairs': scoreMapCase,
  'qti.match-correct': ({ question, response }) => {
    const right = set(question['right']);
    return scoreSeveral(
      'all_or_nothing',
      response === null ? new Set() : set(response),
      right,
      right.size,
    );
  },
};

function isScoredSo(each: Case): boolean {
  const found = families[each.family]?.(each);
  if (!found) return false;
  const { exact = '', within = 0 } = each.expected;
  // What an import writes as .3333333 is a third to us.
  const wanted = each.family === 'single.fraction-of-choice' ? ratios.snap(of(exact)) : of(exact);
  return ratios.isAtMost(ratios.sizeOf(ratios.minus(found, wanted)), of(String(within)));
}

const Style = z.object({ decimal: z.enum(['.', ',']), thousands: z.enum([',', ' ']) });

function isReadSo({ question, response, expected }: Case): boolean {
  const found = readNumber(z.string().parse(response), Style.parse(question));
  if (!found || !expected.value) return !found && !expected.value;
  return ratios.isSame(found.value, of(expected.value)) && found.unit === expected.unit;
}

test('every published score of the rules that are offered, and of imports', () => {
  const others = cases.filter((each) =>
    each.family === 'numeric.read' ? !isReadSo(each) : !isScoredSo(each),
  );
  expect(others.map(({ id }) => id)).toEqual([]);
  expect(new Set(cases.map(({ family }) => family))).toEqual(new Set(offered));
  expect(cases).toHaveLength(178);
});
