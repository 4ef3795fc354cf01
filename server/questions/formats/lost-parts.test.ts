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

describe('lines below an answer of Aiken begin no question', () => {
  const options = 'A. one\nB. two\n';
  const next = `Next one?\n${options}ANSWER: A\n`;

  test.each([
    ['ANSWER_EXPLANATION: Since two.', 'Its explanation was not imported.'],
    ['Explanation: Since two.', 'Its explanation was not imported.'],
    ['SCORE: 2', 'Its line “SCORE: 2” was not imported.'],
    ['TAGS: a, b', 'Its line “TAGS: a, b” was not imported.'],
    ['FEEDBACK: Since two.', 'Its feedback was not imported.'],
  ])('%s', (line, reason) => {
    for (const separator of ['', '\n']) {
      const { titles, notRead } = read(`First?\n${options}ANSWER: B\n${line}\n${separator}${next}`);
      expect(titles).toEqual(['First?', 'Next one?']);
      expect(notRead).toEqual([{ item: 'Question 1: First?', reason }]);
    }
  });

  test('text that goes on below such a line, or has no label, is listed', () => {
    const reason = 'It is below an answer and was not imported.';
    for (const below of ['EXPLANATION: See\n', '']) {
      const { titles, notRead } = read(
        `First?\n${options}ANSWER: B\n${below}page 3\nof the book\n\n${next}page 4\n`,
      );
      expect(titles).toEqual(['First?', 'Next one?']);
      expect(notRead).toContainEqual({ item: 'Text “page 3 of the book”', reason });
      expect(notRead).toContainEqual({ item: 'Text “page 4”', reason });
    }
  });

  test('the next question needs no empty line, and may begin with such a word', () => {
    const text = `First?\n${options}ANSWER: B\n${next}\nExplanation: which?\n${options}ANSWER: A\n`;
    expect(read(text)).toMatchObject({
      titles: ['First?', 'Next one?', 'Explanation: which?'],
      notRead: [],
    });
    expect(read(`${next}Which?\n\n${options}ANSWER: B\n`).titles).toEqual(['Next one?', 'Which?']);
  });
});
