import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { scoreSeveral, scoreSingle } from './choices.ts';
import { Amount, Amounts, Case, Words, of, scoreNumberCase } from './published-case.setup.ts';
import { scoreProgram } from './programs.ts';
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

const Outcomes = z.record(z.string(), Amount);
const Subtasks = z.object({ subtasks: z.array(z.object({ points: Amount, tests: Words })) });
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
  'quiz.sum': ({ question }) => {
    const points = z.array(z.number()).parse(question['points']);
    const marks = points.map((each) => ratios.markOf(Math.round(each * 100), ratios.WHOLE));
    return ratios.ratio(
      marks.reduce((sum, mark) => sum + mark, 0),
      390,
    );
  },
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
  expect(cases).toHaveLength(128);
});
