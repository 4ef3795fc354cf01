import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

/** The only question of a file, or why it is not imported. */
function read(text: string) {
  const { questions, notRead } = readQuestionFile(Buffer.from(text));
  const [question] = questions;
  const reasons = notRead.map(({ reason }) => reason);
  if (question && 'kind' in question) {
    const { kind, body, key } = question;
    return { kind, body, key, reasons };
  }
  return question ? { options: question.options, reasons } : { reasons };
}

const number = (...answers: object[]) => ({
  kind: 'number',
  body: { unit: 'none' },
  key: {
    answers: answers.map((answer) => ({
      by: 'absolute',
      tolerance: '0',
      to: '',
      worth: '100',
      ...answer,
    })),
    units: [],
    unitCost: '100',
  },
  reasons: [],
});

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
  test('numbers with tolerances; units are told', () => {
    const answers =
      answer('100', '9.81', '<tolerance>0.05</tolerance>') +
      answer('50', '10', '<tolerance>0.5</tolerance>') +
      answer('0', '*');
    const units =
      '<units><unit><multiplier>1</multiplier><unit_name>m/s2</unit_name></unit></units>';
    expect(read(moodle('numerical', answers + units))).toEqual({
      ...number(
        { value: '9.81', tolerance: '0.05' },
        { value: '10', tolerance: '0.5', worth: '50' },
      ),
      reasons: ['Answers without marks were not imported.', 'Its units were not imported.'],
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

describe('QTI', () => {
  test('a choice of several options', () => {
    const item = `<assessmentItem identifier="i" title="t"><responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier"><correctResponse><value>A</value><value>C</value></correctResponse><mapping><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="C" mappedValue="0.5"/></mapping></responseDeclaration><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Which?</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice><simpleChoice identifier="C">c</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
    expect(read(item)).toEqual({
      kind: 'several',
      body: { options: ['a', 'b', 'c'] },
      key: { right: [1, 3], rule: 'all_or_nothing' },
      reasons: [
        'The marks of its single options were not imported: all right options together earn the points.',
      ],
    });
  });
});

const canvas = (type: string, conditions: string) =>
  `<questestinterop><assessment title="Quiz"><section><item ident="i" title="Q"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext texttype="text/plain">Asked?</mattext></material><response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1"/></render_fib></response_str></presentation><resprocessing>${conditions}</resprocessing></item></section></assessment></questestinterop>`;
const condition = (variables: string, score: number) =>
  `<respcondition><conditionvar>${variables}</conditionvar><setvar action="Set" varname="SCORE">${score}</setvar></respcondition>`;

const varequal = (text: string) => `<varequal respident="response1">${text}</varequal>`;

describe('Canvas', () => {
  test('short answers', () => {
    const conditions =
      condition(varequal('Ritchie') + varequal('Dennis Ritchie'), 100) +
      condition(varequal('Kernighan'), 50);
    expect(read(canvas('short_answer_question', conditions))).toEqual({
      kind: 'short_text',
      body: {},
      key: {
        answers: [
          { text: 'Ritchie', worth: '100' },
          { text: 'Dennis Ritchie', worth: '100' },
          { text: 'Kernighan', worth: '50' },
        ],
        ignoresCase: true,
        foldsSpaces: true,
      },
      reasons: [],
    });
  });

  test('numbers with their ranges', () => {
    const conditions =
      condition(
        '<or><varequal respident="response1">3.14</varequal><and><vargte respident="response1">3.13</vargte><varlte respident="response1">3.15</varlte></and></or>',
        100,
      ) + condition('<varequal respident="response1">7</varequal>', 100);
    expect(read(canvas('numerical_question', conditions))).toEqual(
      number({ by: 'range', value: '3.13', to: '3.15' }, { value: '7' }),
    );
  });

  test('a question without an accepted answer is refused', () => {
    expect(read(canvas('numerical_question', '')).reasons).toEqual([
      'Its answer can’t be used. Add at least one correct answer.',
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
