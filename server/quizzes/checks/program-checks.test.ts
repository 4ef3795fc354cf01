import { afterAll, describe, expect, test } from 'vitest';
import { makeQuestion } from '../../testing/acts/make-quiz.ts';
import { makeAdmin } from '../../testing/acts/make.ts';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { type TestServer, makeSecondServer, makeTestApp } from '../../testing/test-app.ts';

const runner = await useSharedRunner();
const { refusal } = runner;
if (refusal !== null) console.warn(`Checks of programs are skipped: ${refusal}`);
const server = await makeTestApp({ runners: () => [runner.address] });
const withoutRunner = await makeSecondServer(server);
const { headers } = await makeAdmin(server.pool);
afterAll(async () => {
  await withoutRunner.close();
  await server.close();
  await runner.stop();
});

async function check(payload: object, { app }: TestServer = server) {
  const url = '/api/v1/auth/quiz/program-checks';
  const reply = await app.inject({ method: 'POST', url, headers, payload });
  return { status: reply.statusCode, body: reply.json() };
}

const SUM = 'a, b = map(int, input().split())\nif a > b:\n    a, b = b, a\nprint(a + b)\n';
const body = {
  languages: ['python', 'c'],
  starters: {},
  samples: [],
  comparison: 'ignoring-space',
  tolerance: '0',
  seconds: '5',
  megabytes: '256',
};
const caseOf = (input: string, output: string, changes: object = {}) => ({
  name: '',
  input,
  output,
  points: '1',
  group: '',
  ...changes,
});
const key = {
  solution: { language: 'python', text: SUM },
  cases: [caseOf('1 2', '3'), caseOf('0 0', '0', { points: '2' })],
  allOrNothing: false,
  reveals: 'points',
};
const question = { QuestionTitle: 'Add two numbers.', Kind: 'program', Body: body, Key: key };
const withCases = (...cases: object[]) => ({ ...question, Key: { ...key, cases } });

describe.skipIf(refusal !== null)('the programs of a question', () => {
  test('are checked, with wrong programs that would get full marks', async () => {
    const { status, body: reply } = await check(question);
    expect(status).toBe(200);
    expect(reply.data).toMatchObject({
      solution: {
        cases: [
          { number: 1, outcome: 'passed' },
          { number: 2, outcome: 'passed' },
        ],
      },
      starters: [],
      empty: { share: 0 },
      times: { leavesFactorOfTwo: true },
      problems: [],
    });
    const { made, tried, survivors } = reply.data.mutants;
    expect(made).toBeGreaterThan(0);
    expect(tried).toBe(made);
    const before = 'if a > b:';
    expect(survivors).toContainEqual({ line: 2, before, after: 'if a >= b:' });
    const after = 'print(a - b)';
    expect(survivors).not.toContainEqual(expect.objectContaining({ after }));
  });

  test('run with the teacher’s files, and so do wrong programs', async () => {
    const asked = {
      ...question,
      Body: { ...body, files: [{ path: 'shown.py', text: 'from hidden import double\n' }] },
      Key: {
        ...key,
        files: [{ path: 'hidden.py', text: 'def double(a):\n    return a * 2\n' }],
        solution: {
          language: 'python',
          text: 'from shown import double\nprint(double(int(input())) + 1)\n',
        },
        cases: [caseOf('3', '7'), caseOf('0', '1')],
      },
    };
    const { body: reply } = await check(asked);
    expect(reply.data.problems).toEqual([]);
    const { made, survivors } = reply.data.mutants;
    expect(made).toBeGreaterThan(0);
    expect(survivors).toEqual([]);
  });

  test('have problems that say what to do', async () => {
    const starters = { python: 'print(3)', c: 'int main(void) { return 1; }' };
    const cases = [caseOf('1 2', '3'), caseOf('3 4', '8'), caseOf('x', '1'), caseOf('', '')];
    const asked = { ...withCases(...cases), Body: { ...body, starters } };
    const { body: reply } = await check(asked);
    expect(reply.data.problems).toEqual([
      {
        path: 'Key.cases.1.output',
        message:
          'The solution fails test case 2: it printed 7 instead of 8. Correct the expected output or the solution.',
      },
      {
        path: 'Key.cases.2.input',
        message:
          "The solution fails test case 3: ValueError: invalid literal for int() with base 10: 'x'. Correct the input or the solution.",
      },
      {
        path: 'Key.cases.3.input',
        message:
          'The solution fails test case 4: EOFError: EOF when reading a line. Correct the input or the solution.',
      },
      {
        path: 'Body.starters.python',
        message: 'The starter in Python earns 1 point. Add test cases that it fails.',
      },
      {
        path: 'Key.cases.3.output',
        message:
          'A program that prints nothing earns 1 point. Give no points to test cases without an expected output.',
      },
    ]);
    expect(reply.data.starters).toEqual([
      { language: 'python', share: 0.25 },
      { language: 'c', share: 0 },
    ]);
    expect(reply.data.mutants).toEqual({ made: 0, tried: 0, survivors: [] });
  });

  test('need a solution that compiles and takes at most half of the time', async () => {
    const solution = { language: 'c', text: 'int main(void) { return x; }' };
    const broken = await check({ ...question, Key: { ...key, solution } });
    expect(broken.body.data.problems).toEqual([
      { path: 'Key.solution.text', message: 'The solution does not compile. Correct it.' },
    ]);
    expect(broken.body.data.solution.compileOutput).toContain('error');
    const text =
      'import time\nwhile time.process_time() < 0.4: pass\na, b = map(int, input().split())\nprint(a + b)';
    const slow = { language: 'python', text };
    const slowKey = { ...key, cases: [caseOf('1 2', '3')], solution: slow };
    const { body: reply } = await check({
      ...question,
      Body: { ...body, seconds: '0.7' },
      Key: slowKey,
    });
    expect(reply.data.times.leavesFactorOfTwo).toBe(false);
    expect(reply.data.problems).toEqual([
      {
        path: 'Body.seconds',
        message: expect.stringMatching(
          /^Test case 1 takes [\d.]+ s of 0\.7 s\. Raise the time limit to at least [\d.]+ s, so that slower programs of students pass\.$/,
        ),
      },
    ]);
  });

  test('that loop or fail after one change do not survive', async () => {
    const text = 'n = int(input())\ni = 0\nwhile i < n:\n    i += 1\nprint(i)\n';
    const solution = { language: 'python', text };
    const { body: reply } = await check({
      ...question,
      Body: { ...body, seconds: '0.6' },
      Key: { ...key, solution, cases: [caseOf('3', '3')] },
    });
    expect(reply.data.mutants.tried).toBe(reply.data.mutants.made);
    expect(reply.data.mutants.survivors).toEqual([{ line: 2, before: 'i = 0', after: 'i = 1' }]);
  });
});

test('nothing is checked without a runner, or without a program', async () => {
  expect((await check(question, withoutRunner)).status).toBe(503);
  expect(await check(makeQuestion('1'))).toMatchObject({
    status: 400,
    body: { message: 'This question has no program to run.' },
  });
  expect((await check(withCases())).body.fields).toEqual({
    'Key.cases': 'Add at least one test case.',
  });
});
