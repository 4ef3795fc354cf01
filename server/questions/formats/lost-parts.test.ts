import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

const read = (text: string) => {
  const { questions, notRead } = readQuestionFile(Buffer.from(text));
  return { questions, titles: questions.map(({ title }) => title), notRead };
};

const withRubrics = (rubrics: string) =>
  `<assessmentItem identifier="i" title="t"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><div>${rubrics}<p>Which?</p></div><choiceInteraction responseIdentifier="R"><prompt>Choose.${rubrics}</prompt><simpleChoice identifier="A">one${rubrics}</simpleChoice><simpleChoice identifier="B">two</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
const inVersion3 = (xml: string) =>
  xml
    .replaceAll('assessmentItem', 'qti-assessment-item')
    .replaceAll('responseDeclaration', 'qti-response-declaration')
    .replaceAll('correctResponse', 'qti-correct-response')
    .replaceAll('itemBody', 'qti-item-body')
    .replaceAll('choiceInteraction', 'qti-choice-interaction')
    .replaceAll('simpleChoice', 'qti-simple-choice')
    .replaceAll('rubricBlock', 'qti-rubric-block')
    .replaceAll('value>', 'qti-value>')
    .replaceAll('responseIdentifier', 'response-identifier')
    .replaceAll('baseType', 'base-type');

describe('texts for scorers, tutors and authors never reach students', () => {
  test.each([
    ['2', (xml: string) => xml],
    ['3', inVersion3],
  ])('in QTI %s', (_, inVersion) => {
    for (const view of ['scorer', 'tutor scorer', 'author', 'testConstructor', 'proctor', '']) {
      const { questions, notRead } = read(
        inVersion(withRubrics(`<rubricBlock view="${view}"><p>SECRET</p></rubricBlock>`)),
      );
      expect(questions).toMatchObject([{ body: { options: ['one', 'two'] } }]);
      expect(JSON.stringify(questions)).not.toContain('SECRET');
      expect(notRead).toHaveLength(1);
    }
    const withPicture = withRubrics('<rubricBlock view="scorer"><img src="a"/></rubricBlock>');
    expect(read(inVersion(withPicture)).questions).toHaveLength(1);
    const seen = read(
      inVersion(withRubrics('<rubricBlock view="candidate tutor">Read well.</rubricBlock>')),
    );
    expect(seen.titles[0]).toContain('Read well.');
    expect(seen.notRead).toEqual([]);
  });
});
