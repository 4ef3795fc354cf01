import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

const read = (file: string | Uint8Array) =>
  readQuestionFile(typeof file === 'string' ? Buffer.from(file) : file);
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
const one = { title: '2+2?', options: ['4', '3', '5', '6'], correctAnswer: 1 };

describe('tables as other programs write them', () => {
  test.each([
    [
      'of right and wrong answers',
      'question,correct_answer,incorrect_answer_1,incorrect_answer_2,incorrect_answer_3\n2+2?,4,3,5,6\n',
    ],
    [
      'of Kahoot, with a title above',
      'My quiz,,,,,,\n\n,Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,Answer 4 - max 75 characters,Correct answer(s) - choose at least one\n1,2+2?,4,3,5,6,1\n',
    ],
    ['of Moodle', 'questionname,questiontext,A,B,C,D,Answer 1,Answer 2\nq1,2+2?,4,3,5,6,A,\n'],
    ['that tell their separator', 'sep=;\nquestion;a;b;c;d;answer\n2+2?;4;3;5;6;A\n'],
  ])('%s', (_name, file) => {
    expect(read(file)).toMatchObject({ format: 'csv', questions: [one] });
  });

  test('several right answers of Moodle are right together', () => {
    const { questions } = read(
      'questionname,questiontext,A,B,C,D,Answer 1,Answer 2\nq1,2+2?,4,3,5,6,A,B\n',
    );
    expect(questions).toMatchObject([{ kind: 'several', key: { right: [1, 2] } }]);
  });

  test('unknown headings are told with those that are needed', () => {
    expect(() => read('frage,eins,zwei,drei,vier,loesung\n2+2?,4,3,5,6,1\n')).toThrow(
      'The first line of this CSV file must name its columns: question, option 1 to option 4, correct. It has “frage”, “eins”, “zwei”, “drei”, “vier”, “loesung”.',
    );
  });
});

describe('files of other kinds', () => {
  test.each([
    ['xl/workbook.xml', 'This is an Excel workbook. Save it as CSV and import that.'],
    ['META-INF/manifest.xml', 'This is an OpenDocument file.'],
    ['ppt/presentation.xml', 'This is a PowerPoint presentation.'],
  ])('a package with %s is named', (path, message) => {
    expect(() => read(zip({ [path]: '<a/>', 'content.xml': '<a/>' }))).toThrow(message);
  });

  test('texts in a package are read', () => {
    const aiken = 'Which?\nA. 1\nB. 2\nC. 3\nD. 4\nANSWER: A\n';
    const { questions } = read(zip({ 'a.txt': aiken, 'b/c.gift': '::x::Next? {=a ~b ~c ~d}' }));
    expect(questions.map(({ title }) => title)).toEqual(['Which?', 'Next?']);
  });

  test('a program between braces is no GIFT', () => {
    const file =
      '1. What is printed?\nint main() { int a = 5; }\na) 1\nb) 2\nc) 3\nd) 4\nAnswer: b\n';
    expect(read(file)).toMatchObject({ format: 'text', questions: [{ correctAnswer: 2 }] });
  });

  test('true or false is read; short answers and essays are called what they are', () => {
    const { questions, notRead } = read(
      '1. A stack is LIFO.\nAnswer: True\n\n2. Who made C?\nAnswer: Ritchie\n\n3. Explain recursion.\n',
    );
    expect(questions).toMatchObject([
      { title: 'A stack is LIFO.', kind: 'true_false', key: { right: 'true' } },
    ]);
    expect(notRead.map(({ reason }) => reason)).toEqual([
      'It is a short-answer question, or its options are not marked as a) to d).',
      'It is an essay question, or its options are not marked as a) to d).',
    ]);
  });
});

const drawn = (ident: string) =>
  `<questestinterop><assessment title="Quiz"><section ident="r"><section ident="g" title="Any two"><selection_ordering><selection><sourcebank_ref>${ident}</sourcebank_ref><selection_number>2</selection_number></selection></selection_ordering></section></section></assessment></questestinterop>`;

describe('a course of Canvas', () => {
  const quiz = readFileSync(join(import.meta.dirname, '../samples/canvas-quiz.qti12.xml'), 'utf8');
  const bank = quiz
    .replace(
      /<assessment [^>]*>/,
      '<objectbank ident="b1"><qtimetadata><qtimetadatafield><fieldlabel>bank_title</fieldlabel><fieldentry>Routing</fieldentry></qtimetadatafield></qtimetadata>',
    )
    .replace('</assessment>', '</objectbank>');
  test('banks are read, and that a quiz draws from them is told', () => {
    const { questions, notRead } = read(
      zip({
        'imsmanifest.xml': '<manifest/>',
        'g9/assessment_qti.xml': drawn('b1'),
        'non_cc_assessments/g9.xml.qti': drawn('b1'),
        'non_cc_assessments/b1.xml.qti': bank,
      }),
    );
    expect(questions).toMatchObject([
      { title: 'Which layer *routes* packets?', topic: 'Routing' },
      { title: 'Which are routing protocols?', kind: 'several', topic: 'Routing' },
    ]);
    expect(notRead.filter(({ item }) => item === 'Group “Any two”')).toEqual([
      {
        item: 'Group “Any two”',
        reason: 'The draw of 2 of its questions was not imported; all questions were.',
      },
    ]);
  });

  test('a bank that is elsewhere is told', () => {
    const { notRead } = read(zip({ 'non_cc_assessments/g9.xml.qti': drawn('b2') }));
    expect(notRead).toEqual([
      {
        item: 'Group “Any two”',
        reason: 'It draws from a question bank that isn’t in this file. Export that bank too.',
      },
    ]);
  });
});
