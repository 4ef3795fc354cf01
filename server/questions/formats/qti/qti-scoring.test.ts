import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../../read-file.ts';

const read = (text: string) => {
  const { questions, notRead } = readQuestionFile(Buffer.from(text));
  return { questions, reasons: notRead.map(({ reason }) => reason) };
};
const LOST = 'Some conditions of its scoring were not imported.';
const item = (inside: string) =>
  `<assessmentItem identifier="i" title="t">${inside}</assessmentItem>`;
const entry = (key: string, value: number) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`;
const mapping = (attributes: string, ...entries: string[]) =>
  `<mapping ${attributes}>${entries.join('')}</mapping>`;
const correct = (...ids: string[]) =>
  `<correctResponse>${ids.map((id) => `<value>${id}</value>`).join('')}</correctResponse>`;
const template = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${name}"/>`;
const processing = (condition: string, points = '1', name = 'SCORE') =>
  `<responseProcessing><responseCondition><responseIf>${condition}<setOutcomeValue identifier="${name}"><baseValue baseType="float">${points}</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`;
const MATCH = '<match><variable identifier="R"/><correct identifier="R"/></match>';

function choice(cardinality: string, declared: string, more = '') {
  const options = ['A', 'B', 'C'].map(
    (id) => `<simpleChoice identifier="${id}">${id}</simpleChoice>`,
  );
  return item(
    `<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="identifier">${declared}</responseDeclaration><itemBody><choiceInteraction responseIdentifier="R"><prompt>Which?</prompt>${options.join('')}</choiceInteraction></itemBody>${more}`,
  );
}
const typed = (declared: string, more: string, type = 'string') =>
  item(
    `<responseDeclaration identifier="R" cardinality="single" baseType="${type}">${declared}</responseDeclaration><itemBody><p>Who? <textEntryInteraction responseIdentifier="R"/></p></itemBody>${more}`,
  );

const several = (attributes: string, value: number) =>
  read(
    choice(
      'multiple',
      correct('A', 'B') + mapping(attributes, entry('A', 1), entry('B', 1), entry('C', value)),
      template('map_response'),
    ),
  );

describe('the scoring of QTI 2 and 3', () => {
  test('the points for all other options are the cost of a wrong one', () => {
    const one = choice(
      'single',
      mapping('defaultValue="-0.5"', entry('A', 1)),
      template('map_response'),
    );
    expect(read(one)).toMatchObject({
      questions: [{ kind: 'single', key: { right: [1], cost: '1/2' } }],
      reasons: [],
    });
    const bounded = one.replace('<mapping ', '<mapping lowerBound="0" ');
    expect(read(bounded)).toMatchObject({ questions: [{ key: { cost: '0' } }], reasons: [] });
  });

  test('bounds of several options are kept, refused or listed', () => {
    expect(several('lowerBound="0"', -1)).toMatchObject({
      questions: [{ key: { right: [1, 2], rule: 'plus_minus' } }],
      reasons: [],
    });
    expect(several('', -1).reasons).toEqual([
      'The bounds of its points were not imported; here its points are never below 0.',
    ]);
    expect(several('lowerBound="0" upperBound="1"', -1).reasons).toEqual([
      'The marks of its right options don’t make up the whole.',
    ]);
    expect(several('lowerBound="0"', -0.5).reasons).toContain(
      'Its penalties for wrong answers were not imported.',
    );
  });

  test('a match of the correct response scores a question, whatever its points say', () => {
    const declared = correct('A', 'B') + mapping('', entry('A', 1), entry('C', 1));
    for (const more of [template('match_correct'), processing(MATCH)]) {
      expect(read(choice('multiple', declared, more))).toMatchObject({
        questions: [{ kind: 'several', key: { right: [1, 2], rule: 'all_or_nothing' } }],
        reasons: [
          'The points of its single answers are not used by its scoring and were not imported.',
        ],
      });
    }
  });

  test('points by conditions, and matches of patterns and parts, are listed', () => {
    const base = '<baseValue baseType="string">B</baseValue>';
    for (const condition of [
      `<match><variable identifier="R"/>${base}</match>`,
      `<member>${base}<variable identifier="R"/></member>`,
      `<not>${MATCH}</not>`,
    ]) {
      const { questions, reasons } = read(
        choice('single', correct('A'), processing(condition, '0.5')),
      );
      expect(questions).toMatchObject([{ key: { right: [1] } }]);
      expect(reasons).toEqual([LOST]);
    }
    for (const condition of [
      '<patternMatch pattern="[a-z]+"><variable identifier="R"/></patternMatch>',
      '<substring caseSensitive="false"><variable identifier="R"/><baseValue>x</baseValue></substring>',
      '<stringMatch caseSensitive="false" substring="true"><variable identifier="R"/><correct identifier="R"/></stringMatch>',
    ]) {
      expect(read(typed(correct('Bell'), processing(condition))).reasons).toEqual([LOST]);
      expect(read(typed(correct('3'), processing(condition), 'float')).reasons).toEqual([LOST]);
    }
    const feedback = processing(`<not>${MATCH}</not>`, '1', 'FEEDBACK');
    expect(read(choice('single', correct('A'), feedback)).reasons).toEqual([]);
  });

  test('points for all other texts, and those that are taken away, are listed', () => {
    for (const [value, reason] of [
      [-1, 'Its penalties for wrong answers were not imported.'],
      [0.5, 'The points for all other answers were not imported.'],
    ] as const) {
      const declared = mapping(`defaultValue="${value}"`, entry('Bell', 1));
      expect(read(typed(declared, template('map_response'))).reasons).toEqual([reason]);
    }
  });

  test('random values are refused, and no name of a variable is a text', () => {
    const random = choice('single', correct('A')).replace(
      '<prompt>Which?',
      '<prompt>Which <printedVariable identifier="VAR"/>?',
    );
    for (const text of [
      random,
      choice('single', correct('A'), '<templateProcessing/>'),
      choice('single', correct('A'), '<templateDeclaration identifier="VAR"/>'),
    ]) {
      expect(read(text)).toEqual({
        questions: [],
        reasons: ['It has random values, which aren’t supported.'],
      });
    }
  });
});
