import { afterAll, describe, expect, test } from 'vitest';
import { SUM, hidden, plain, startTestingPrograms } from '../../testing/acts/testing-programs.ts';

const { refusal, admin, call, makeAssignment, handIn, close } = await startTestingPrograms();
afterAll(close);

const solution = { language: 'python', text: SUM };

const testsOf = (id: string) => `/api/v1/assignments/${id}/tests`;
const save = async (id: string, payload: object) =>
  call(admin, 'PUT', { url: testsOf(id), payload });
const read = async (id: string) => (await call(admin, 'GET', { url: testsOf(id) })).body.data;
const check = async (id: string, payload: object) =>
  call(admin, 'POST', { url: `${testsOf(id)}/checks`, payload });

test('a solution is kept with the test cases, also by a page that sends none, until it is removed', async () => {
  const id = await makeAssignment([plain]);
  expect((await read(id)).solution).toBeNull();
  await save(id, { tests: [plain], solution });
  expect((await read(id)).solution).toEqual(solution);
  await save(id, { tests: [plain, hidden] });
  expect((await read(id)).solution).toEqual(solution);
  await save(id, { tests: [plain], solution: null });
  expect((await read(id)).solution).toBeNull();
});

test('saving the same test cases with another solution tests no program again', async () => {
  const id = await makeAssignment([plain]);
  await handIn(id, SUM);
  const kept = await save(id, { tests: [plain], solution });
  expect(kept.body.data).toEqual({ handInsToTest: 0 });
  const changed = await save(id, { tests: [{ ...plain, timeLimitMs: 4000 }], solution });
  expect(changed.body.data).toEqual({ handInsToTest: 1 });
});

test('a check needs a solution, and test cases with points', async () => {
  const id = await makeAssignment([]);
  const refusedFor = async (payload: object) => (await check(id, payload)).body.fields;
  expect(await refusedFor({ tests: [], solution })).toMatchObject({
    tests: 'Add at least one test case.',
  });
  expect(await refusedFor({ tests: [{ ...plain, points: 0 }], solution })).toEqual({
    tests: 'Give points to at least one test case.',
  });
  expect(await refusedFor({ tests: [plain], solution: { ...solution, text: ' ' } })).toEqual({
    'solution.text': 'Write a solution.',
  });
});

describe.skipIf(refusal !== null)('the check of test cases', () => {
  test('runs the solution within the limits of each test case, and changes nothing', async () => {
    const id = await makeAssignment([plain]);
    const wrong = { ...hidden, expectedOutput: '43' };
    const found = await check(id, { tests: [plain, wrong], solution });
    expect(found.body.data.problems).toEqual([
      {
        path: 'tests.1.expectedOutput',
        message:
          'The solution fails test case 2: it printed 42 instead of 43. Correct the expected output or the solution.',
      },
    ]);
    const slow = { language: 'python', text: 'while True: pass' };
    const quick = { ...plain, timeLimitMs: 300 };
    const timed = await check(id, { tests: [{ ...quick, points: 1 }], solution: slow });
    expect(timed.body.data.problems).toMatchObject([{ path: 'tests.0.timeLimitMs' }]);
    expect(await read(id)).toMatchObject({ tests: [plain], solution: null });
  });

  test('passes a right solution, and names the wrong programs that would earn all points', async () => {
    const id = await makeAssignment([]);
    const weak = { ...plain, input: '5 0\n', expectedOutput: '5\n' };
    const { problems, mutants } = (await check(id, { tests: [weak], solution })).body.data;
    expect(problems).toEqual([]);
    expect(mutants.survivors).toContainEqual(expect.objectContaining({ after: 'print(a - b)' }));
    const both = (await check(id, { tests: [weak, plain], solution })).body.data;
    expect(both.mutants).toMatchObject({ survivors: [] });
  });

  test('says which row of a query is wrong, and finds data that wrong queries pass', async () => {
    const id = await makeAssignment([]);
    const schema = "create table t (n integer, name text); insert into t values (3, 'a'), (1, 'b')";
    const query = { language: 'sqlite', text: 'select name from t where n > 2' };
    const rows = { ...plain, input: schema, comparison: 'rows', expectedOutput: 'name\nb\n' };
    const wrong = (await check(id, { tests: [rows], solution: query })).body.data;
    expect(wrong.problems).toMatchObject([
      {
        message:
          'The solution fails test case 1: this row is missing: b. Correct the expected output or the solution.',
      },
    ]);
    const weak = { ...rows, expectedOutput: 'name\na\n' };
    const found = (await check(id, { tests: [weak], solution: query })).body.data;
    expect(found.problems).toEqual([]);
    expect(found.mutants.survivors).toContainEqual(
      expect.objectContaining({ after: 'select name from t where n >= 2' }),
    );
    const better = { ...weak, input: `${schema}, (2, 'c')` };
    const both = (await check(id, { tests: [weak, better], solution: query })).body.data;
    expect(both.mutants.survivors).toEqual([]);
  });

  test('refuses starter code that earns points', async () => {
    const url = '/api/v1/auth/create-assignment';
    const payload = { assignment: 'Add.', title: 'Sum', language: 71, starterCode: SUM };
    const { id } = (await call(admin, 'POST', { url, payload })).body.data;
    const { problems } = (await check(id, { tests: [plain], solution })).body.data;
    expect(problems).toEqual([
      {
        path: 'starterCode',
        message: 'The starter in Python earns 2 points. Add test cases that it fails.',
      },
    ]);
  });
});
