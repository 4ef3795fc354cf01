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
    ['SCORE: two', 'Its line “SCORE: two” was not imported.'],
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

describe('GIFT as other programs write it', () => {
  test('shares have any number of decimals', () => {
    const third = '33.3333333333';
    const { questions, notRead } = read(
      `::a::Which? {~%${third}%x ~%${third}%y ~%33.3333333334%z ~%-${third}%w}`,
    );
    expect(questions).toMatchObject([
      { body: { options: ['x', 'y', 'z', 'w'] }, key: { right: [1, 2, 3], rule: 'plus_minus' } },
    ]);
    expect(notRead).toEqual([]);
    for (const half of ['50.', '+50', ' 50 ', '50,0', '.5e']) {
      const [texts] = read(`::a::Who? {=one =%${half}%two}`).questions;
      const isRead = half !== '.5e';
      expect(texts).toMatchObject({
        key: {
          answers: [{ text: 'one' }, isRead ? { text: 'two', worth: '50' } : { text: '%.5e%two' }],
        },
      });
    }
  });

  test('questions without empty lines between them stay apart', () => {
    const named = Array.from({ length: 10 }, (_, at) => `::q${at}::Title ${at}? {=a${at} ~b}`);
    const unnamed = named.map((question) => question.replace(/^::.*::/, ''));
    const spread = unnamed.map((question) => question.replaceAll(/ (?=[=~}])/g, '\n'));
    for (const questions of [named, unnamed, spread]) {
      for (const separator of ['\n', '\n\n']) {
        const { titles, notRead } = read(`${questions.join(separator)}\n`);
        expect(titles).toEqual(named.map((_, at) => `Title ${at}?`));
        expect(notRead).toEqual([]);
      }
    }
    const withTopic = read('::a::So? {T}\n$CATEGORY: Loops\n::b::And? {F}\n');
    expect(withTopic.questions).toMatchObject([{ topic: null }, { topic: 'Loops' }]);
  });

  test('several answers in one text are refused, and no key is part of a title', () => {
    const { questions, notRead } = read('::a::The {=sun ~moon} is {=hot ~cold} today.');
    expect(questions).toEqual([]);
    expect(notRead).toEqual([
      {
        item: 'Question 1: The',
        reason: 'It has several answers in braces { }; a question here has one.',
      },
    ]);
  });

  test.each([
    'Is it so?{T}',
    'Is it so? {FALSE#since it is}',
    'How many? {#3.14:0.01}',
    'How many? {#\n\t=%100%5:0#\n}',
  ])('a file without names is recognised: %s', (text) => {
    expect(readQuestionFile(Buffer.from(`// A file\n${text}\n`)).format).toBe('gift');
  });

  test('a number as Moodle exports it, with feedback for every other number', () => {
    const { questions, notRead } = read(
      '::a::[html]<p>How many?</p>{#\n\t=%100%5:0.5#Right.\n\t=%50%5:1#\n\t~#[html]<p>No.</p>\n}\n',
    );
    expect(questions).toMatchObject([
      {
        key: {
          answers: [
            { value: '5', tolerance: '0.5' },
            { value: '5', worth: '50' },
          ],
        },
      },
    ]);
    expect(notRead).toEqual([
      { item: 'Question 1: How many?', reason: 'Its feedback was not imported.' },
    ]);
  });

  test('an empty line within braces leaves no fragments', () => {
    const { titles, notRead } = read(
      '::a::Which? {\n=right\n\n~wrong\n\n~other\n}\n\n::b::Next? {T}\n',
    );
    expect(titles).toEqual(['Which?', 'Next?']);
    expect(notRead).toEqual([]);
    const unclosed = read('::a::Which? {=right\n\n~wrong\n\n::b::Next? {T}\n');
    expect(unclosed.titles).toContain('Next?');
    expect(unclosed.notRead[0]?.reason).toBe('Its braces { } are not closed.');
  });
});

const quiz = (text: string) =>
  `<quiz><question type="truefalse"><questiontext format="html"><text>${text}</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`;

describe('XML that ILIAS, OpenOLAT and others write', () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

  test.each([
    '<!DOCTYPE quiz SYSTEM "ims_qtiasiv1p2p1.dtd">',
    "<!DOCTYPE quiz PUBLIC '-//A//B' 'http://example.org/a.dtd' >",
    '<!DOCTYPE quiz>',
  ])('a document type without declarations is read: %s', (type) => {
    for (const text of [`${head}${type}\n${quiz('So?')}`, `\n \n${head}${type}${quiz('So?')}`]) {
      expect(read(text)).toMatchObject({ titles: ['So?'], notRead: [] });
    }
  });

  test('a blank line before the declaration hides neither it nor its encoding', () => {
    const text = `\n\n${head.replace('UTF-8', 'ISO-8859-1')}${quiz('Über?')}`;
    const { questions } = readQuestionFile(Buffer.from(text, 'latin1'));
    expect(questions).toMatchObject([{ title: 'Über?' }]);
    expect(readQuestionFile(Buffer.from(`\n${head}${quiz('So?')}`)).questions).toHaveLength(1);
  });

  test('a question about document types is read, and declarations are still refused', () => {
    const { titles } = read(quiz('<![CDATA[Is &lt;!DOCTYPE html&gt; <b>HTML</b>? <!DOCTYPE a>]]>'));
    expect(titles).toHaveLength(1);
    for (const declared of [
      '<!DOCTYPE quiz [<!ENTITY a "b">]>',
      '<!DOCTYPE quiz SYSTEM "a" [<!ENTITY a "b">]>',
      '<!-- <![CDATA[ --><!DOCTYPE quiz [<!ENTITY a "b">]><!-- ]]> -->',
      '<!DOCTYPE quiz><!DOCTYPE quiz>',
    ]) {
      expect(() => read(`${head}${declared}${quiz('So?')}`)).toThrow('document type or entities');
    }
  });
});

test('a table with semicolons and decimal commas is read as a table', () => {
  const head = 'question;option 1;option 2;option 3;option 4;correct\n';
  const lines =
    'Wie viel, genau, ist 1,5 + 1?;2,5;3,5;4,5;5,5;A\nUnd 1,25, 0,25, 0,5 und 0,5, also?;2,5;2,25;1,5;1,25;1\n';
  expect(read(`${head}${lines}`)).toMatchObject({
    questions: [
      { options: ['2,5', '3,5', '4,5', '5,5'], correctAnswer: 1 },
      { options: ['2,5', '2,25', '1,5', '1,25'], correctAnswer: 1 },
    ],
    notRead: [],
  });
  expect(() => read(lines)).toThrow('must name its columns');
});
