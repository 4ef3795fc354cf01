import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from './read-file.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name));

/** Packs samples, keyed by their paths in the package. */
const packed = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, name]) => [path, new Uint8Array(sample(name))]),
    ),
  );

/** The texts of the correct answers, and what was not imported. */
function outline(file: Uint8Array) {
  const { format, questions, notRead } = readQuestionFile(file);
  return {
    format,
    questions: questions.map(({ title, options, correctAnswer, topic }) => ({
      title,
      right: options[correctAnswer - 1],
      topic,
    })),
    notRead: notRead.map(({ item, reason }) => `${item} — ${reason}`),
  };
}

test('Aiken: two single choices, and what else stands in the file', () => {
  expect(outline(sample('class-test.aiken.txt'))).toEqual({
    format: 'aiken',
    questions: [
      {
        title: 'Which data structure serves its items in the order in which they came?',
        right: 'Queue',
        topic: null,
      },
      {
        title: 'What is the worst-case time of binary search on n sorted items?',
        right: 'O(log n)',
        topic: null,
      },
    ],
    notRead: [
      'Question 3: Is a stack last in, first out? — It has 2 options; a question here has exactly four.',
      'Question 4: Which of these is stable? — Its answer isn’t a single letter; a question has one correct answer.',
    ],
  });
});

test('GIFT: categories, formats and escapes are read, other kinds are listed', () => {
  const { format, questions, notRead } = outline(sample('class-test.gift.txt'));
  expect(format).toBe('gift');
  expect(questions).toEqual([
    {
      title: 'Which structure serves its items in the order in which they came?',
      right: 'Queue',
      topic: 'Stacks and queues',
    },
    {
      title: 'What does `a[i] = b { c }` need?\n\nChoose **one**.',
      right: 'A stack of brackets',
      topic: 'Stacks and queues',
    },
    {
      title: 'What does `printf("%d", 2 + 2)` print?\nThink before you answer.',
      right: '4',
      topic: 'Stacks and queues',
    },
  ]);
  expect(notRead).toEqual([
    'Question 1: Which structure serves its items in the order in which they came? — Its feedback was not imported.',
    'Question 4: A stack is last in, first out. — It is a true/false question; only single choice with four options is supported.',
    'Question 5: Explain amortised time in your own words. — It is an essay question; only single choice with four options is supported.',
    'Question 6: Which of these are linear? — It gives partial marks for some options.',
    'Question 7: Match each structure to its order. — It is a matching question; only single choice with four options is supported.',
    'Question 8: How many options are here? — It has 3 options; a question here has exactly four.',
  ]);
});

test('Moodle XML: HTML becomes Markdown; pictures, shares and other kinds are listed', () => {
  const { questions, notRead } = outline(sample('class-test.moodle.xml'));
  expect(questions).toEqual([
    {
      title: 'What happens in **round robin** when the time slice ends?',
      right: 'The process goes to the end of the queue',
      topic: 'Operating Systems/Scheduling',
    },
    {
      title:
        'With n processes and a slice q, how long does one wait at most?\n\n```c\nfor (int i = 0; i < n; i++)\n    run(p[i], q);\n```',
      right: '$(n - 1) q$',
      topic: 'Operating Systems/Scheduling',
    },
  ]);
  expect(notRead.map((line) => line.split(' — ')[1])).toEqual([
    'Its feedback was not imported.',
    'Its penalties for wrong answers were not imported.',
    'It is a true/false question; only single choice with four options is supported.',
    'It has a picture, which isn’t supported.',
    'It has several correct answers; a question here has exactly one.',
  ]);
});

test('a package of Canvas in QTI 1.2', () => {
  const file = packed({
    'imsmanifest.xml': 'canvas-manifest.xml',
    'g1f0/g1f0.xml': 'canvas-quiz.qti12.xml',
  });
  expect(outline(file)).toEqual({
    format: 'qti12',
    questions: [
      { title: 'Which layer *routes* packets?', right: 'Network', topic: 'Networks, week 3' },
    ],
    notRead: [
      'Question 2: Describe the handshake of TCP. — It is an essay question; only single choice with four options is supported.',
      'Question 3: Which are routing protocols? — It is a question with several right answers; only single choice with four options is supported.',
    ],
  });
});

test('a package of QTI 2.1, in the order of its test', () => {
  const file = packed({
    'imsmanifest.xml': 'canvas-manifest.xml',
    'items/a-key.xml': 'primary-key.qti21.xml',
    'items/essay.xml': 'essay.qti21.xml',
    'test.xml': 'test.qti21.xml',
  });
  expect(outline(file)).toEqual({
    format: 'qti21',
    questions: [
      {
        title:
          'Look at the table `students(roll_no, name, email)`.\n\nWhich of these cannot be **its primary key**?',
        right: 'name',
        topic: 'Databases',
      },
    ],
    notRead: [
      'Question 1: Explain the third normal form. — It is an essay question; only single choice with four options is supported.',
      expect.stringMatching(/^Question 2: .* — Its feedback was not imported\.$/),
    ],
  });
});

test('one item of QTI 3.0, without a package', () => {
  const { format, questions } = outline(sample('loop.qti3.xml'));
  expect(format).toBe('qti3');
  expect(questions).toEqual([
    {
      title:
        'What does this program print?\n\n```python\nfor i in range(3):\n    print(i, end=" ")\n```',
      right: '`0 1 2`',
      topic: null,
    },
  ]);
});

test('CSV: the right answer by letter, number or text; other columns are listed', () => {
  const { format, questions, notRead } = outline(sample('class-test.csv'));
  expect(format).toBe('csv');
  expect(questions.map(({ right, topic }) => [right, topic])).toEqual([
    ['const', 'C basics'],
    ['1', 'C basics'],
    ['Ends the loop', 'Loops'],
  ]);
  expect(notRead).toEqual([
    'Column “Marks” — This column was not imported: it is neither question, option, correct answer nor topic.',
    'Question 4: Which of these are loops? — It has several correct answers; a question here has exactly one.',
    'Question 5: Which header has printf? — Its option 3 is empty.',
  ]);
});

test('text as Word pastes it: numbers, letters, several options on a line, marks and answers', () => {
  const { format, questions, notRead } = outline(sample('word-paste.txt'));
  expect(format).toBe('text');
  expect(questions.map(({ right }) => right)).toEqual(['[1, 2]', '9', 'def']);
  expect(notRead).toEqual([
    'Text “Unit test 2: Python” — It is outside of the numbered questions.',
    expect.stringContaining('Its explanation was not imported.'),
    'Question 4: Write a short note on generators. — It is an essay question, or its options are not marked as a) to d).',
    'Question 5: Which of these is a tuple? — None of its options is marked as correct.',
  ]);
});

test('a Word document with lists that Word numbers', () => {
  const file = packed({
    'word/document.xml': 'numbered.docx.document.xml',
    'word/numbering.xml': 'numbered.docx.numbering.xml',
  });
  expect(outline(file)).toEqual({
    format: 'word',
    questions: [{ title: 'Which sort is stable?', right: 'Merge sort', topic: null }],
    notRead: [
      'Text “Quiz of unit 4” — It is outside of the numbered questions.',
      'Question 2: What does the picture show? — It has a picture, which isn’t supported.',
    ],
  });
});

const read = (file: Uint8Array | string) => () =>
  readQuestionFile(typeof file === 'string' ? Buffer.from(file) : file);

test('GIFT under a topic that names the columns of a table is no table', () => {
  const file =
    '$CATEGORY: $course$/top/,question,a,b,c,d,answer\n\n::One::Which? {\n=a\n~b\n~c\n~d\n}\n';
  expect(readQuestionFile(Buffer.from(file))).toMatchObject({
    format: 'gift',
    questions: [{ title: 'Which?', topic: ',question,a,b,c,d,answer' }],
  });
});

test('Aiken whose first question asks of a declaration of HTML is no XML', () => {
  const file = '<!DOCTYPE html> tells what?\nA) one\nB) two\nC) three\nD) four\nANSWER: B\n';
  expect(readQuestionFile(Buffer.from(file))).toMatchObject({
    format: 'aiken',
    questions: [{ title: '\\<!DOCTYPE html> tells what?', correctAnswer: 2 }],
  });
});

describe('what is refused', () => {
  test.each([
    ['an empty file', '', 'The file is empty. Choose another.'],
    ['bytes that are no text', '\0\0\0', 'This file contains no readable text.'],
    [
      'broken XML',
      '<?xml version="1.0"?><quiz><question></quiz>',
      'The XML of this file is damaged',
    ],
    [
      'entities',
      '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>',
      'This XML has a document type or entities, which aren’t supported.',
    ],
    [
      'XML of something else',
      '<?xml version="1.0"?><feed/>',
      'The format of this file isn’t recognised.',
    ],
    [
      'XML that is nested without end',
      `<quiz>${'<a>'.repeat(9999)}`,
      'The XML of this file is damaged',
    ],
  ])('%s', (_name, file, message) => {
    expect(read(file)).toThrow(message);
  });

  test.each(['../../etc/passwd.xml', '/root.xml', 'a/../../b.xml', 'C:\\x.xml'])(
    'a package with the path %s',
    (path) => {
      const file = zipSync({ [path]: strToU8('<a/>') });
      expect(read(file)).toThrow('This package has a file whose path leads out of it.');
    },
  );

  test('a package that grows without end', () => {
    const file = zipSync({ 'a.xml': new Uint8Array(30 * 1024 * 1024) });
    expect(file.length).toBeLessThan(100_000);
    expect(read(file)).toThrow('This package expands to more than 20 MB.');
  });

  test('a package that says less than it holds is read no further than it says', () => {
    const file = zipSync({ 'a.xml': new Uint8Array(30 * 1024 * 1024) });
    const directory = Buffer.from(file).indexOf(Buffer.from('504b0102', 'hex'));
    Buffer.from(file.buffer).writeUInt32LE(100, directory + 24);
    expect(readQuestionFile(file).notRead).toEqual([
      { item: 'File a.xml', reason: 'Its XML is damaged.' },
    ]);
  });

  test('a package without questions', () => {
    expect(read(zipSync({ 'notes.pdf': strToU8('x') }))).toThrow(
      'This package contains no QTI questions.',
    );
  });
});
