import { assert, property, string } from 'fast-check';
import { DRAFTED_KINDS, writeInstructions } from '@vlabs/contract/question-drafts/question-drafts';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { writeQuestion, writeReply } from '../testing/peers/fake-assistant.ts';
import { QuestionFinder } from './find-questions.ts';
import { judgeQuestion } from './judge-question.ts';

const good = writeQuestion(2);
const judge = (changes: object) => judgeQuestion(JSON.stringify({ ...good, ...changes }));

test('a good question is taken as it is', () => {
  expect(judge({})).toEqual({ question: good });
  expect(judge({ CorrectAnswer: 2 })).toEqual({ question: good });
});

test.each([
  ['no title', { QuestionTitle: ' ' }, 'It has no title.'],
  ['no options', { QuestionOptions: null }, 'It has no options.'],
  [
    'three options',
    { QuestionOptions: { 1: 'a', 2: 'b', 3: 'c' } },
    'It has 3 options instead of four.',
  ],
  [
    'options keyed by letters',
    { QuestionOptions: { A: 'a', B: 'b', C: 'c', D: 'd' } },
    'Its options aren’t four texts numbered 1 to 4.',
  ],
  ['an empty option', { QuestionOptions: { 1: 'a', 2: '', 3: 'c', 4: 'd' } }, 'Option 2 is empty.'],
  [
    'two options that read the same',
    { QuestionOptions: { 1: 'a', 2: 'b', 3: ' a', 4: 'd' } },
    'Options 1 and 3 are the same.',
  ],
  ['none correct', { CorrectAnswer: '' }, 'No option is marked as correct.'],
  ['none correct at all', { CorrectAnswer: null }, 'No option is marked as correct.'],
  ['two correct', { CorrectAnswer: ['1', '3'] }, 'More than one option is marked as correct.'],
  [
    'two correct in one text',
    { CorrectAnswer: '1 and 3' },
    'More than one option is marked as correct.',
  ],
  [
    'a fifth option correct',
    { CorrectAnswer: '5' },
    'The marked answer is none of the four options.',
  ],
])('%s is refused with the reason', (_name, changes, reason) => {
  expect(judge(changes)).toMatchObject({ reason });
});

test.each(DRAFTED_KINDS)(
  'the example that an assistant is given of the kind %s is taken',
  (Kind) => {
    const { body, key } = kinds[Kind].drafted?.example ?? kinds[Kind].blank;
    const { options } = z.object({ options: z.array(z.string()).optional() }).parse(body);
    // The example says text for each option; a question has different ones.
    const Body = options ? { options: options.map((text, at) => `${text} ${at}`) } : body;
    const question = { QuestionTitle: 'Asked?', Kind, Body, Key: key };
    expect(judgeQuestion(JSON.stringify({ ...question, Points: 9 }))).toEqual({ question });
    expect(writeInstructions({ kinds: [Kind] })).toContain(
      JSON.stringify({ ...question, QuestionTitle: 'text', Body: body }),
    );
  },
);

test.each([
  ['an unknown kind', { Kind: 'riddle' }, /^It’s of a kind that doesn’t exist here\.$/],
  ['no option', { Body: { options: [] } }, /^It can’t be used\. Add at least 2 options\.$/],
  ['no body', { Body: null }, /^It can’t be used\. .*object/],
])('a question of a kind with %s is refused', (_name, changes, reason) => {
  const { body, key } = kinds.single.blank;
  const question = { QuestionTitle: 'Asked?', Kind: 'single', Body: body, Key: key, ...changes };
  expect(judgeQuestion(JSON.stringify(question))).toEqual({
    title: 'Asked?',
    reason: expect.stringMatching(reason),
  });
});

test('without kinds an assistant is asked for four options, and nothing of the teacher is in the instructions', () => {
  const four = writeInstructions({});
  expect(four).toContain('exactly four different options');
  expect(writeInstructions({ kinds: [] })).toBe(four);
  expect(writeInstructions({ kinds: ['number'] })).not.toContain('QuestionOptions');
});

test('what is no question is refused, whatever it is', () => {
  expect(judgeQuestion('{"QuestionTitle": cut')).toEqual({
    reason: 'It’s not in the format of a question.',
    title: '',
  });
  assert(property(string(), (text) => 'reason' in judgeQuestion(text)));
});

test.each([
  ['plain', writeReply(3)],
  [
    'in a code fence with chatter around it',
    `Sure! {"here": 1}\n\`\`\`json\n${writeReply(3)}\n\`\`\`\nGood luck {}`,
  ],
  ['as a list', JSON.stringify({ questions: [1, 2, 3].map(writeQuestion) })],
])('the questions of a reply are found %s', (_name, reply) => {
  const finder = new QuestionFinder();
  const entries = finder.add(reply);
  expect(entries.map((entry) => judgeQuestion(entry))).toEqual(
    [1, 2, 3].map((number) => ({ question: writeQuestion(number) })),
  );
  expect(finder.isEnded).toBe(true);
});

test('wherever a reply is cut into pieces, the same whole questions are found', () => {
  const reply = writeReply(3);
  for (let length = 1; length <= reply.length; length += 1) {
    const finder = new QuestionFinder();
    const entries: string[] = [];
    for (let at = 0; at < reply.length; at += length) {
      entries.push(...finder.add(reply.slice(at, at + length)));
      for (const entry of entries) expect(judgeQuestion(entry)).toHaveProperty('question');
    }
    expect(entries).toHaveLength(3);
  }
});

test('a long reply that comes character by character is looked through once', () => {
  const finder = new QuestionFinder();
  // Quadratic scanning would take hours.
  for (let count = 0; count < 500_000; count += 1) finder.add('x');
  finder.add('{"questions":[{"a":"');
  for (let count = 0; count < 500_000; count += 1) finder.add('y');
  expect(finder.add('"}]}')).toEqual([`{"a":"${'y'.repeat(500_000)}"}`]);
});

test('the right option named within a thousand lists marks nothing', () => {
  const marked = `${'['.repeat(5000)}"1"${']'.repeat(5000)}`;
  const entry = JSON.stringify(writeQuestion(1)).replace(
    '"CorrectAnswer":"1"',
    `"CorrectAnswer":${marked}`,
  );
  expect(judgeQuestion(entry)).toMatchObject({ reason: 'No option is marked as correct.' });
});
