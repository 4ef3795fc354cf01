import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
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
    questions: questions.map((question) => {
      const { title, topic } = question;
      return 'kind' in question
        ? { title, kind: question.kind, right: kinds[question.kind].listRight(question), topic }
        : { title, right: question.options[question.correctAnswer - 1], topic };
    }),
    notRead: notRead.map(({ item, reason }) => `${item} — ${reason}`),
  };
}

test('Aiken: single choices, and what else stands in the file', () => {
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
      {
        title: 'Is a stack last in, first out?',
        kind: 'single',
        right: ['Yes'],
        topic: null,
      },
    ],
    notRead: [
      'Question 4: Which of these is stable? — Its answer isn’t a single letter; a question has one correct answer.',
    ],
  });
});

test('GIFT: categories, formats, escapes and kinds are read, others are listed', () => {
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
    {
      title: 'A stack is last in, first out.',
      kind: 'true_false',
      right: ['True'],
      topic: 'Stacks and queues',
    },
    {
      title: 'Which of these are linear?',
      kind: 'several',
      right: ['Array, Linked list'],
      topic: 'Stacks and queues',
    },
    {
      title: 'How many options are here?',
      kind: 'single',
      right: ['Three'],
      topic: 'Stacks and queues',
    },
  ]);
  expect(notRead).toEqual([
    'Question 1: Which structure serves its items in the order in which they came? — Its feedback was not imported.',
    'Question 5: Explain amortised time in your own words. — It is an essay question, which isn’t supported.',
    'Question 6: Which of these are linear? — The marks of its single options were not imported: all right options together earn the points.',
    'Question 7: Match each structure to its order. — It is a matching question, which isn’t supported.',
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
    {
      title: 'Round robin is preemptive.',
      kind: 'true_false',
      right: ['True'],
      topic: 'Operating Systems/Scheduling',
    },
    {
      title: 'Which are schedulers?',
      kind: 'several',
      right: ['Short-term, Long-term'],
      topic: 'Operating Systems/Scheduling',
    },
  ]);
  expect(notRead.map((line) => line.split(' — ')[1])).toEqual([
    'Its feedback was not imported.',
    'Its penalties for wrong answers were not imported.',
    'It has a picture, which isn’t supported.',
    'The marks of its single options were not imported: all right options together earn the points.',
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
      {
        title: 'Which are routing protocols?',
        kind: 'several',
        right: ['OSPF, BGP'],
        topic: 'Networks, week 3',
      },
    ],
    notRead: [
      'Question 2: Describe the handshake of TCP. — It is an essay question, which isn’t supported.',
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
      'Question 1: Explain the third normal form. — It is an essay question, which isn’t supported.',
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
    [['const'], 'C basics'],
    [['1'], 'C basics'],
    [['Ends the loop'], 'Loops'],
    [['for, while'], 'Loops'],
  ]);
  expect(notRead).toEqual([
    'Column “Level” — This column was not imported: it is neither question, option, correct answer, topic nor points.',
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
