import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Halves } from './kind.ts';
import { KIND_NAMES, type KindName, MAX_ANSWER, kinds } from './kinds.ts';
import { NOTHING, WHOLE, isAtMost, isSame, minus, ratio } from './scoring/ratios.ts';

const messagesOf = (kind: KindName, halves: Halves) =>
  Object.fromEntries(
    kinds[kind].listMistakes(halves).map(({ path, message }) => [path, message] as const),
  );

const number = (changes: object = {}, unit = 'none') => ({
  body: { unit },
  key: {
    answers: [
      { by: 'absolute', value: '3.14', tolerance: '0.01', to: '', worth: '100', ...changes },
    ],
    units: [
      { name: 'm', factor: '1' },
      { name: 'cm', factor: '100' },
    ],
    unitCost: '50',
  },
});
const text = (...answers: [text: string, worth: string][]) => ({
  body: {},
  key: {
    answers: answers.map(([written, worth]) => ({ text: written, worth })),
    ignoresCase: true,
    foldsSpaces: true,
  },
});
const options = ['red', 'green', 'blue'];

test('a new question of each kind is read, and says what it lacks', () => {
  for (const name of KIND_NAMES) {
    const { Body, Key, blank, asksNothing } = kinds[name];
    expect(Body.parse(blank.body)).toEqual(blank.body);
    expect(Key.parse(blank.key)).toEqual(blank.key);
    expect(kinds[name].listMistakes(blank).length > 0).toBe(!asksNothing);
  }
});

test('each mistake stands at its field in a plain sentence', () => {
  expect(
    messagesOf('single', { body: { options: ['a', ' '] }, key: { right: [3], cost: '2' } }),
  ).toEqual({
    'Body.options.1': 'Write option 2.',
    'Key.right': 'Mark the correct option.',
    'Key.cost': 'Enter a fraction from 0 to 1, such as 0.25 or 1/3.',
  });
  expect(
    messagesOf('several', { body: { options: ['a'] }, key: { right: [], rule: 'per_option' } }),
  ).toEqual({
    'Body.options': 'Add at least 2 options.',
    'Key.right': 'Mark every correct option.',
  });
  expect(messagesOf('true_false', { body: {}, key: { right: '', cost: 'guess' } })).toEqual({
    'Key.right': 'Choose true or false.',
  });
  expect(messagesOf('number', number({ value: 'pi', tolerance: '-1', worth: '0' }))).toEqual({
    'Key.answers.0.value': 'Enter a number with a decimal point, such as 3.14 or 1e-3.',
    'Key.answers.0.tolerance': 'Enter 0 or more, such as 0.01.',
    'Key.answers.0.worth': 'Enter a percentage above 0 and up to 100, such as 50 or 100/3.',
  });
  expect(messagesOf('number', number({ by: 'range', to: '3' }))).toEqual({
    'Key.answers.0.to': 'The end of the range must not be below its start.',
  });
  expect(messagesOf('short_text', text(['', '100'], ['x', 'all']))).toEqual({
    'Key.answers.0.text': 'Write the answer.',
    'Key.answers.1.worth': 'Enter a percentage above 0 and up to 100, such as 50 or 100/3.',
  });
});

test('units are named once, do not read as a number, and the first is the one of the values', () => {
  const { body, key } = number({}, 'required');
  const units = [
    { name: '2m', factor: '2' },
    { name: 'cm', factor: '0' },
    { name: 'cm', factor: '1' },
  ];
  expect(messagesOf('number', { body, key: { ...key, units, unitCost: '' } })).toEqual({
    'Key.units.0.name': 'Enter a unit that does not read as part of a number, such as cm or m/s2.',
    'Key.units.0.factor': 'Values are in the first unit, so enter 1.',
    'Key.units.1.factor': 'Enter a number above 0, such as 100.',
    'Key.units.2.name': 'This unit is already listed.',
    'Key.unitCost': 'Enter a percentage above 0 and up to 100, such as 50 or 100/3.',
  });
});

test('units have digits and slashes, but none that belong to the number', () => {
  const { body, key } = number({}, 'required');
  const refused = (names: string[], isUnitFirst = false) =>
    names.filter((name) => {
      const units = [{ name, factor: '1' }];
      const halves = { body: { ...body, isUnitFirst }, key: { ...key, units } };
      return 'Key.units.0.name' in messagesOf('number', halves);
    });
  const names = ['m/s2', 'kg·m²', '°C', '%', '/5', 'e5', '^2', '-', ' ', 'x10^3'];
  expect(refused(names)).toEqual(['/5', 'e5', '^2', '-', ' ', 'x10^3']);
  expect(refused(['$', 'Rs.', 'U2'], true)).toEqual(['Rs.', 'U2']);
});

test('a unit may come first, a comma divide, and a ratio bound what is accepted', () => {
  const { body, key } = number({ by: 'geometric', value: '20', tolerance: '1' }, 'required');
  const units = [{ name: '$', factor: '1' }];
  const halves = {
    body: { ...body, isUnitFirst: true, hasDecimalComma: true },
    key: { ...key, units },
  };
  const { score, listRight } = kinds.number;
  expect(score(halves, '$ 39,99')).toEqual(WHOLE);
  expect(score(halves, '$40,01')).toEqual(NOTHING);
  expect(score(halves, '10')).toEqual(ratio(1, 2));
  expect(score(halves, '10 $')).toEqual(NOTHING);
  expect(listRight(halves)).toEqual([String.raw`\$ 20\, or at most 1 \+ 1 times more or less`]);
  const ofMark = { ...halves, key: { ...halves.key, isUnitCostOfMark: true, unitCost: '100' } };
  expect(score(ofMark, '10')).toEqual(NOTHING);
});

const takes = (kind: KindName, body: unknown, answers: string[]) =>
  answers.filter((answer) => kinds[kind].isAnswer(body, answer));

test('only what its kind takes is an answer', () => {
  const choices = ['1', '3', '4', '0', '1,3', '3,1', '1,1', '1,2,3', '', ' 1', '01', '1.0', 'a'];
  expect(takes('single', { options }, choices)).toEqual(['1', '3']);
  expect(takes('several', { options }, choices)).toEqual(['1', '3', '1,3', '1,2,3']);
  expect(takes('true_false', {}, ['true', 'false', 'True', '1', ''])).toEqual(['true', 'false']);
  const lines = ['3.14 m', ' ', '', 'a\nb', 'a\tb', '\uD800', 'x'.repeat(201), 'x'.repeat(501)];
  expect(takes('number', { unit: 'none' }, lines)).toEqual(['3.14 m']);
  expect(takes('short_text', {}, lines)).toEqual(['3.14 m', 'x'.repeat(201)]);
});

test('no kind takes an answer that is longer than the longest', () => {
  for (const { isAnswer, blank } of Object.values(kinds))
    expect(isAnswer(blank.body, 'x'.repeat(MAX_ANSWER + 1))).toBe(false);
});

test('wrong answers cost what the teacher says', () => {
  const score = (cost: string, answer: string) =>
    kinds.single.score({ body: { options }, key: { right: [2], cost } }, answer);
  expect(score('1/3', '2')).toEqual(WHOLE);
  expect(score('0', '1')).toEqual(NOTHING);
  expect(score('1/3', '1')).toEqual(ratio(-1, 3));
  expect(score('0.25', '1')).toEqual(ratio(-1, 4));
  // Of three options two are wrong, so that a guess earns 0 on average.
  expect(score('guess', '1')).toEqual(ratio(-1, 2));
  expect(kinds.single.guess({ body: { options }, key: { right: [2], cost: 'guess' } })).toEqual(
    NOTHING,
  );
});

const scoreOfNumber = (answer: string, unit = 'none') =>
  kinds.number.score(number({}, unit), answer);

test('a number counts up to its tolerance to the last digit, in each unit', () => {
  expect(scoreOfNumber('3.15')).toEqual(WHOLE);
  expect(scoreOfNumber('3.150000000000000000001')).toEqual(NOTHING);
  expect(scoreOfNumber('314 cm', 'required')).toEqual(WHOLE);
  expect(scoreOfNumber('3.14', 'required')).toEqual(ratio(1, 2));
});

test('what is right is shown as it was typed, not as Markdown', () => {
  expect(kinds.short_text.listRight(text(['*p', '100'], ['q', '50']))).toEqual([String.raw`\*p`]);
  expect(kinds.number.listRight(number({}, 'required'))).toEqual([String.raw`3\.14 ± 0\.01 m`]);
});

const choice = fc.integer({ min: 2, max: 10 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    order: fc.shuffledSubarray(
      Array.from({ length: count }, (_, at) => at + 1),
      { minLength: count },
    ),
    right: fc.subarray(
      Array.from({ length: count }, (_, at) => at + 1),
      { minLength: 1 },
    ),
    ticked: fc.subarray(
      Array.from({ length: count }, (_, at) => at + 1),
      { minLength: 1 },
    ),
    rule: fc.constantFrom('all_or_nothing', 'plus_minus', 'per_option', 'jee_advanced'),
    cost: fc.constantFrom('0', '1/4', '1/3', 'guess'),
  }),
);

test('in whatever order options stand, the same choice earns the same', () => {
  fc.assert(
    fc.property(choice, ({ count, order, right, ticked, rule, cost }) => {
      const body = { options: Array.from({ length: count }, (_, at) => `option ${at + 1}`) };
      for (const [kind, key, answer] of [
        [kinds.several, { right, rule }, ticked.join(',')],
        [kinds.single, { right, cost }, String(ticked[0])],
      ] as const) {
        const shown = kind.inOrder({ body, key }, order);
        expect(kind.isAnswer(shown.body, answer)).toBe(true);
        const inTeachersOrder = kind.fromOrder(answer, order);
        expect(kind.score(shown, answer)).toEqual(kind.score({ body, key }, inTeachersOrder));
      }
    }),
  );
});

test('no answer earns more than the whole or loses more than it', () => {
  fc.assert(
    fc.property(choice, ({ count, right, ticked, rule, cost }) => {
      const body = { options: Array.from({ length: count }, () => 'x') };
      const shares = [
        kinds.several.score({ body, key: { right, rule } }, ticked.join(',')),
        kinds.single.score({ body, key: { right, cost } }, String(ticked[0])),
      ];
      for (const share of shares) {
        expect(isAtMost(share, WHOLE)).toBe(true);
        expect(isAtMost(minus(NOTHING, WHOLE), share)).toBe(true);
      }
    }),
  );
});

test('digits choose an option, tick and untick, and are typed where there is none', () => {
  fc.assert(
    fc.property(choice, fc.array(fc.integer({ min: 1, max: 9 })), ({ count }, digits) => {
      const body = { options: Array.from({ length: count }, () => 'x') };
      for (const kind of [kinds.single, kinds.several]) {
        let answer: string | null = null;
        for (const digit of digits) answer = kind.press(body, answer, digit) ?? null;
        expect(answer === null || kind.isAnswer(body, answer)).toBe(true);
      }
    }),
  );
  expect(kinds.several.press({ options }, '1,3', 1)).toBe('3');
  expect(kinds.several.press({ options }, '3', 3)).toBeNull();
  expect(kinds.true_false.press({}, null, 2)).toBe('false');
  expect(kinds.number.press({ unit: 'none' }, null, 2)).toBeUndefined();
});

test('what a teacher counts as right earns the whole', () => {
  fc.assert(
    fc.property(choice, ({ count, right, cost }) => {
      const halves = {
        body: { options: Array.from({ length: count }, (_, at) => `option ${at + 1}`) },
        key: { right, cost },
      };
      for (const name of kinds.single.listClasses(halves.body) ?? []) {
        const { isRight } = kinds.single.showClass(halves, name);
        expect(isSame(kinds.single.score(halves, name), WHOLE)).toBe(isRight);
      }
    }),
  );
});

const ruleWith = (cost: string) =>
  kinds.single.ruleOf({ body: { options }, key: { right: [1], cost } });

test('students are told what a wrong answer costs, and nothing of the key', () => {
  expect(['0', '1/3', 'guess', '1'].map(ruleWith)).toEqual([
    null,
    'A wrong answer costs 1/3 of the points.',
    'A wrong answer costs 1/2 of the points.',
    'A wrong answer costs the points of the question.',
  ]);
  for (const { ruleOf, blank } of Object.values(kinds)) expect(() => ruleOf(blank)).not.toThrow();
});

test('what nobody sees does not decide whether a short answer is right', () => {
  const key = text(['फ़रीदा', '100'], ['Jos\u00E9\u200B', '100']);
  for (const answer of ['फ\u093Cरीदा', '\u095Eरीदा', '\uFEFFJose\u0301', 'Jos\u00E9\u200D']) {
    expect(kinds.short_text.score(key, answer)).toEqual(WHOLE);
  }
  expect(takes('short_text', {}, ['\u200B', '\u2060 \uFEFF'])).toEqual([]);
  expect(messagesOf('short_text', text(['\u200B', '100']))).toEqual({
    'Key.answers.0.text': 'Write the answer.',
  });
});
