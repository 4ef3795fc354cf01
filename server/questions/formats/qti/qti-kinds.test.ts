import { describe, expect, test } from 'vitest';
import { numberRead as number, readOne as read } from '../../samples/read-one.ts';
import { readQuestionFile } from '../../read-file.ts';

const item = (declaration: string, interaction: string, processing = '') =>
  `<assessmentItem identifier="i" title="t">${declaration}<itemBody>${interaction}</itemBody>${processing}</assessmentItem>`;
const declare = (type: string, inside: string) =>
  `<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="${type}">${inside}</responseDeclaration>`;
const TYPED = '<p>The capital is <textEntryInteraction responseIdentifier="RESPONSE"/> today.</p>';
const earn = (condition: string, points: string, name = 'responseIf') =>
  `<${name}>${condition}<setOutcomeValue identifier="SCORE"><baseValue baseType="float">${points}</baseValue></setOutcomeValue></${name}>`;
const compared = (mode: string, value: string) =>
  `<equal ${mode}><variable identifier="RESPONSE"/>${value}</equal>`;
const base = (value: string) => `<baseValue baseType="float">${value}</baseValue>`;

const scoredBy = (...conditions: string[]) =>
  item(
    declare('float', '<correctResponse><value>3</value></correctResponse>'),
    TYPED,
    `<responseProcessing><responseCondition>${conditions.join('')}</responseCondition></responseProcessing>`,
  );

describe('QTI', () => {
  test('a typed text with its points, as it is written', () => {
    const mapped =
      '<mapping defaultValue="0"><mapEntry mapKey="York" mappedValue="2"/><mapEntry mapKey="y*k" mappedValue="1"/><mapEntry mapKey="x" mappedValue="-1"/></mapping>';
    expect(read(item(declare('string', mapped), TYPED))).toEqual({
      kind: 'short_text',
      body: {},
      key: {
        answers: [
          { text: 'York', worth: '100' },
          { text: String.raw`y\*k`, worth: '50' },
        ],
        ignoresCase: false,
        foldsSpaces: true,
      },
      reasons: ['Answers without marks were not imported.'],
    });
  });

  test('the field of a typed answer is a line in the text, unless it is at its end', () => {
    const correct = declare('string', '<correctResponse><value>Delhi</value></correctResponse>');
    const titles = [
      TYPED,
      '<p>The capital?</p><p><textEntryInteraction responseIdentifier="RESPONSE"/></p>',
    ].map((body) => readQuestionFile(Buffer.from(item(correct, body))).questions[0]?.title);
    expect(titles).toEqual(['The capital is _____ today.', 'The capital?']);
  });

  test('a typed number with tolerances, a range, and its correct response', () => {
    const conditions =
      earn(
        compared(
          'toleranceMode="absolute" tolerance="0.1 0.1"',
          '<correct identifier="RESPONSE"/>',
        ),
        '2',
      ) +
      earn(compared('toleranceMode="relative" tolerance="5"', base('20')), '1', 'responseElseIf') +
      earn(
        `<and><gte><variable identifier="RESPONSE"/>${base('7')}</gte><lte><variable identifier="RESPONSE"/>${base('8')}</lte></and>`,
        '1',
        'responseElseIf',
      );
    const correct = declare('float', '<correctResponse><value>3</value></correctResponse>');
    const processing = `<responseProcessing><responseCondition>${conditions}</responseCondition></responseProcessing>`;
    expect(read(item(correct, TYPED, processing))).toEqual(
      number(
        { value: '3', tolerance: '0.1' },
        { by: 'relative', value: '20', tolerance: '0.05', worth: '50' },
        { by: 'range', value: '7', to: '8', worth: '50' },
      ),
    );
    expect(read(item(correct, TYPED))).toEqual(number({ value: '3' }));
  });

  test('several numbers of one condition are read, and different tolerances are a range', () => {
    const either = `<or>${compared('toleranceMode="exact"', base('3'))}${compared('toleranceMode="exact"', base('4'))}</or>`;
    expect(read(scoredBy(earn(either, '1')))).toEqual(number({ value: '3' }, { value: '4' }));
    const uneven = compared('toleranceMode="absolute" tolerance="0.1 0.25"', base('3'));
    expect(read(scoredBy(earn(uneven, '1')))).toEqual(
      number({ by: 'range', value: '2.9', to: '3.25' }),
    );
  });

  test('what is lost of the scoring of a typed answer is told', () => {
    const not = `<not>${compared('toleranceMode="exact"', base('9'))}</not>`;
    const open = compared(
      'toleranceMode="absolute" tolerance="1" includeLowerBound="false"',
      base('3'),
    );
    expect(read(scoredBy(earn(open, '1'), earn(not, '1', 'responseElseIf'))).reasons).toEqual([
      'The bounds of its tolerance count as right here.',
      'Some conditions of its scoring were not imported.',
    ]);
    const mapped =
      '<mapping><mapEntry mapKey="a" mappedValue="1" caseSensitive="false"/><mapEntry mapKey="b" mappedValue="1"/><mapEntry mapKey="c" mappedValue="0"/></mapping>';
    expect(read(item(declare('string', mapped), TYPED)).reasons).toEqual([
      'Answers without marks were not imported.',
      'Capitals count in all of its answers here.',
    ]);
  });

  test('a typed answer without a right one, or of another type, is refused', () => {
    expect(read(item(declare('string', ''), TYPED)).reasons).toEqual(['It has no right answer.']);
    expect(read(item(declare('point', ''), TYPED)).reasons).toEqual([
      'Its answer is of the type point, which isn’t supported.',
    ]);
  });

  test('a choice of several options', () => {
    const choice = `<assessmentItem identifier="i" title="t"><responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier"><correctResponse><value>A</value><value>C</value></correctResponse><mapping><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="C" mappedValue="0.5"/></mapping></responseDeclaration><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Which?</prompt><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice><simpleChoice identifier="C">c</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
    expect(read(choice)).toEqual({
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
      number({ value: '3.14', tolerance: '0.01' }, { value: '7' }),
    );
  });

  test('a question without an accepted answer is refused', () => {
    expect(read(canvas('numerical_question', '')).reasons).toEqual([
      'Its answer can’t be used. Add at least one correct answer.',
    ]);
  });
});
