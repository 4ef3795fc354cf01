import { describe, expect, test } from 'vitest';
import { numberRead as number, readOne as read } from '../samples/read-one.ts';

const withOptions = (count: number) =>
  `::a::Which? {=0 ${Array.from({ length: count - 1 }, (_, place) => `~${place + 1}`).join(' ')}}`;

describe('GIFT', () => {
  test.each([
    ['{#3.14:0.01}', number({ value: '3.14', tolerance: '0.01' })],
    ['{#-1e3}', number({ value: '-1e3' })],
    ['{#1..5}', number({ by: 'range', value: '1', to: '5' })],
    [
      '{#=3:0.1 =%50%3:1 =%0%7}',
      {
        ...number({ value: '3', tolerance: '0.1' }, { value: '3', tolerance: '1', worth: '50' }),
        reasons: ['Answers without marks were not imported.'],
      },
    ],
  ])('a number: %s', (answers, expected) => {
    expect(read(`::a::How much? ${answers}`)).toEqual(expected);
  });

  test('a number that is none, and a tolerance below nothing, are refused', () => {
    for (const answers of ['{#abc}', '{#}', '{#3:-1}', '{#5..1}', `{#${'9'.repeat(2000)}}`]) {
      const { kind, reasons } = { kind: undefined, ...read(`::a::How much? ${answers}`) };
      expect(kind).toBeUndefined();
      expect(reasons).toHaveLength(1);
    }
  });

  test('short texts with shares, which are fractions', () => {
    expect(read('::a::Who? {=Ritchie =%33.33333%Dennis\\=R}')).toEqual({
      kind: 'short_text',
      body: {},
      key: {
        answers: [
          { text: 'Ritchie', worth: '100' },
          { text: 'Dennis=R', worth: '100/3' },
        ],
        ignoresCase: true,
        foldsSpaces: true,
      },
      reasons: [],
    });
  });

  test.each(['T', 'TRUE', 'true', 'F', 'False'])('true or false: {%s}', (truth) => {
    const right = truth.toLowerCase().startsWith('t') ? 'true' : 'false';
    expect(read(`::a::So? {${truth}}`)).toEqual({
      kind: 'true_false',
      body: {},
      key: { right, cost: '0' },
      reasons: [],
    });
  });

  test('the same penalty of all wrong options is the cost of a wrong choice', () => {
    expect(read('::a::Which? {=a ~%-33.33333%b ~%-33.33333%c ~%-33.33333%d}')).toMatchObject({
      kind: 'single',
      key: { right: [1], cost: '1/3' },
      reasons: [],
    });
  });

  test('of several options marked as right, one is chosen', () => {
    expect(read('::a::Which? {=a =b ~c}')).toMatchObject({
      kind: 'single',
      key: { right: [1, 2], cost: '0' },
    });
  });

  test('one share of a hundred among shares is several options of which one is right', () => {
    expect(read('::a::Which? {~%100%a ~%-100%b ~%-100%c}')).toMatchObject({
      kind: 'several',
      key: { right: [1] },
    });
  });

  test('shares of which wrong options take what right ones give are read as that rule', () => {
    const exact = '::a::Which? {~%50%a ~%50%b ~%-50%c ~%-50%d}';
    expect(read(exact)).toMatchObject({
      kind: 'several',
      key: { right: [1, 2], rule: 'plus_minus' },
      reasons: [],
    });
    const thirds = '::a::Which? {~%33.33333%a ~%33.33333%b ~%33.33334%c ~%-33.33333%d}';
    expect(read(thirds)).toMatchObject({ key: { rule: 'plus_minus' }, reasons: [] });
    for (const other of ['~%-100%c', '~c', '~%-50%c ~%-25%d']) {
      expect(read(`::a::Which? {~%50%a ~%50%b ${other}}`)).toMatchObject({
        key: { rule: 'all_or_nothing' },
        reasons: [
          'The marks of its single options were not imported: all right options together earn the points.',
        ],
      });
    }
  });

  test('shares that do not make up the whole are refused', () => {
    expect(read('::a::Which? {~%50%a ~%20%b ~c}').reasons).toEqual([
      'The marks of its right options don’t make up the whole.',
    ]);
  });

  test('two to ten options are read', () => {
    expect(read(withOptions(2))).toMatchObject({ kind: 'single' });
    expect(read(withOptions(4))).toMatchObject({ options: ['0', '1', '2', '3'] });
    expect(read(withOptions(10))).toMatchObject({ kind: 'single' });
    expect(read(withOptions(11)).reasons).toEqual([
      'It has 11 options; a question here has 2 to 10.',
    ]);
  });
});

const moodle = (type: string, parts: string) =>
  `<quiz><question type="${type}"><name><text>q</text></name><questiontext format="plain_text"><text>Asked?</text></questiontext>${parts}</question></quiz>`;
const answer = (fraction: string, text: string, more = '') =>
  `<answer fraction="${fraction}" format="plain_text"><text>${text}</text>${more}</answer>`;

describe('Moodle XML', () => {
  test('numbers with tolerances and units', () => {
    const answers =
      answer('100', '9.81', '<tolerance>0.05</tolerance>') +
      answer('50', '10', '<tolerance>0.5</tolerance>') +
      answer('0', '*');
    const units =
      '<unitgradingtype>2</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>0</showunits><units><unit><multiplier>100</multiplier><unit_name>cm/s2</unit_name></unit><unit><multiplier>1.0</multiplier><unit_name>m/s2</unit_name></unit></units>';
    const values = number(
      { value: '9.81', tolerance: '0.05' },
      { value: '10', tolerance: '0.5', worth: '50' },
    );
    const reasons = ['Answers without marks were not imported.'];
    expect(read(moodle('numerical', answers))).toEqual({ ...values, reasons });
    expect(read(moodle('numerical', answers + units))).toEqual({
      ...values,
      body: { unit: 'required' },
      key: {
        ...values.key,
        units: [
          { name: 'm/s2', factor: '1' },
          { name: 'cm/s2', factor: '100' },
        ],
        unitCost: '10',
      },
      reasons,
    });
  });

  test('short texts, with or without regard to case', () => {
    const answers = answer('100', 'Ritchie') + answer('33.33333', '*Dennis*');
    for (const [useCase, ignoresCase] of [
      ['0', true],
      ['1', false],
    ] as const) {
      expect(read(moodle('shortanswer', `<usecase>${useCase}</usecase>${answers}`))).toEqual({
        kind: 'short_text',
        body: {},
        key: {
          answers: [
            { text: 'Ritchie', worth: '100' },
            { text: '*Dennis*', worth: '100/3' },
          ],
          ignoresCase,
          foldsSpaces: true,
        },
        reasons: [],
      });
    }
  });

  test('true or false', () => {
    const answers = answer('0', 'true') + answer('100', 'false');
    expect(read(moodle('truefalse', answers))).toMatchObject({
      kind: 'true_false',
      key: { right: 'false' },
    });
    expect(read(moodle('truefalse', answer('0', 'true'))).reasons).toEqual([
      'Its answer can’t be used. Choose true or false.',
    ]);
  });
});

describe('tables and text', () => {
  test.each(['A, C', 'a and c', '1;3', 'A/C'])('the answer %s names two options', (named) => {
    expect(read(`question\ta\tb\tc\tanswer\nWhich?\tone\ttwo\tthree\t${named}\n`)).toMatchObject({
      kind: 'several',
      body: { options: ['one', 'two', 'three'] },
      key: { right: [1, 3] },
    });
    expect(read(`1. Which?\na) one\nb) two\nc) three\nAnswer: ${named}\n`)).toMatchObject({
      kind: 'several',
      key: { right: [1, 3] },
    });
  });

  test('a long answer names each option once', () => {
    const named = Array.from({ length: 200_000 }, (_, place) => (place % 2 ? 'a' : 'c')).join(',');
    expect(read(`1. Which?\na) one\nb) two\nc) three\nAnswer: ${named}\n`)).toMatchObject({
      kind: 'several',
      key: { right: [1, 3] },
    });
  });

  test('an answer that names an option which is not there is refused', () => {
    const { kind, reasons } = {
      kind: undefined,
      ...read('1. Which?\na) one\nb) two\nc) three\nAnswer: a, d\n'),
    };
    expect(kind).toBeUndefined();
    expect(reasons).toEqual(['Its answer d isn’t one of its options.']);
  });

  test.each(['True', 'f', 'FALSE'])('a statement with the answer %s', (truth) => {
    expect(read(`1. A stack is LIFO\nAnswer: ${truth}\n\n`)).toMatchObject({
      kind: 'true_false',
      key: { right: /^t/i.test(truth) ? 'true' : 'false' },
      reasons: [],
    });
  });
});
