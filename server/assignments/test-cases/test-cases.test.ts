import { afterAll, describe, expect, test } from 'vitest';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import {
  SERVICE_TOKEN,
  SUM,
  hidden,
  plain,
  startTestingPrograms,
} from '../../testing/acts/testing-programs.ts';

const {
  server,
  refusal,
  admin,
  student,
  call,
  makeAssignment,
  handIn,
  report,
  reportWhenDone,
  close,
} = await startTestingPrograms();
afterAll(close);

describe.skipIf(refusal !== null)('a handed in program', () => {
  test('is followed by its student until it is tested, and by no other', async () => {
    const id = await makeAssignment([plain]);
    const handInId = await handIn(id, SUM);
    const url = `/api/v1/tasks/hand-in-test/${handInId}/events`;
    const follow = ({ headers }: MadePerson) => server.app.inject({ url, headers });
    const { body } = await follow(student);
    expect(body).toMatch(/"state":"done","done":1,"total":1\}\n\n$/);
    expect((await report(student, handInId)).body.data.state).toBe('done');
    expect((await follow(admin)).body).toContain('"state":"done"');
    expect((await follow(await makeStudent(server.pool))).statusCode).toBe(404);
  });

  test('shows its student nothing of a hidden test but whether it passed', async () => {
    const id = await makeAssignment([plain, hidden]);
    const handInId = await handIn(id, SUM);
    expect(await reportWhenDone(student, handInId)).toMatchObject({ state: 'done', points: 5 });
    const reported = await report(student, handInId);
    expect(reported.body.data.results[1]).toEqual({
      number: 2,
      isHidden: true,
      outcome: 'passed',
      points: 3,
      maxPoints: 3,
      name: null,
      input: null,
      expectedOutput: null,
      output: null,
      reason: null,
      stderr: null,
      timeSeconds: null,
      memoryKb: null,
    });
    const shown = await call(student, 'GET', { url: `/api/v1/assignments/${id}/tests` });
    expect(shown.body.data).toMatchObject({
      tests: [{ ...plain, number: 1 }],
      hiddenCount: 1,
      maxPoints: 5,
    });
    expect(`${reported.text}${shown.text}`).not.toMatch(/secret|40 2|42/);
    const runs = await call(student, 'GET', { url: '/judge0/submissions' });
    expect(runs.body.submissions).toEqual([]);
    const headers = { 'x-auth-token': SERVICE_TOKEN };
    const theirs = await server.app.inject({ url: '/judge0/submissions', headers });
    expect(theirs.json().submissions).toEqual([]);
  });

  test('that is too slow, breaks off or does not compile is told so', async () => {
    const quick = { ...plain, timeLimitMs: 300 };
    const id = await makeAssignment([quick, { ...plain, input: 'x\n' }, hidden]);
    const slow = 'import sys\nif sys.stdin.read()[0] == "1":\n  while True: pass\nint("x")';
    expect(await reportWhenDone(admin, await handIn(id, slow))).toMatchObject({
      state: 'done',
      points: 0,
      results: [
        { outcome: 'time_limit' },
        { outcome: 'runtime_error' },
        { outcome: 'runtime_error' },
      ],
    });
  });

  test('that fails is reported with the reason, but not on a hidden test', async () => {
    const id = await makeAssignment([plain, hidden]);
    const source = 'import sys\nprint("why", file=sys.stderr)\nint("x" + input())';
    const handInId = await handIn(id, source);
    const reason = /^ValueError: invalid literal for int\(\) with base 10: 'x/;
    const whole = { outcome: 'runtime_error', reason: expect.stringMatching(reason) };
    const teachers = (await reportWhenDone(admin, handInId)).results;
    expect(teachers).toMatchObject([whole, whole]);
    const { body, text } = await report(student, handInId);
    expect(body.data.results).toMatchObject([
      { ...whole, stderr: expect.stringMatching(/^why\nTraceback/) },
      { outcome: 'runtime_error', reason: null, stderr: null },
    ]);
    expect(text).not.toContain('40 2');
  });

  test('passes a test case that was written on Windows', async () => {
    const windows = { ...plain, input: '\uFEFF1 2\r\n', expectedOutput: '\uFEFF3\r\n' };
    const id = await makeAssignment([windows]);
    const source =
      'import sys\nread = sys.stdin.buffer.read()\nprint(3 if read == b"1 2\\n" else read)';
    expect(await reportWhenDone(student, await handIn(id, source))).toMatchObject({ points: 2 });
  });

  test('is compared at once, whatever it prints, while the server answers others', async () => {
    const numbers = { ...plain, comparison: 'numbers', expectedOutput: '3' } as const;
    const id = await makeAssignment([numbers]);
    const handInId = await handIn(id, 'print("1" * 1_000_000 + "x")');
    expect(await reportWhenDone(student, handInId)).toMatchObject({
      points: 0,
      results: [{ outcome: 'wrong_output' }],
    });
  });

  test('that prints a table passes with its rows in any order, or only in theirs', async () => {
    const expectedOutput = 'name,marks\nAsha,70\nRavi,NULL\n';
    const rows = { ...plain, comparison: 'rows', expectedOutput } as const;
    const id = await makeAssignment([rows, { ...rows, comparison: 'rows-in-order' }]);
    const handInId = await handIn(id, 'print("Name,Marks\\nRavi,NULL\\nAsha,70.0")');
    expect(await reportWhenDone(student, handInId)).toMatchObject({
      results: [{ outcome: 'passed' }, { outcome: 'wrong_output' }],
    });
  });

  test('gets its share of the marks when all are marked by the tests, unless it has marks', async () => {
    const id = await makeAssignment([plain, { ...plain, points: 1, expectedOutput: '4' }, hidden]);
    const url = `/api/v1/assignments/${id}/tests/marks`;
    const byTests = async () =>
      (await call(admin, 'POST', { url, payload: { includesLate: false } })).body;
    const list = { url: `/api/v1/assignments/${id}/hand-ins` };
    const rowOf = async (person: MadePerson) =>
      (await call(admin, 'GET', list)).body.data.students.find(
        (row: { id: string }) => row.id === person.id,
      );
    expect((await byTests()).data).toEqual({ marked: 0 });
    const handInId = await handIn(id, SUM);
    await reportWhenDone(admin, handInId);
    expect(await rowOf(student)).toMatchObject({ testPoints: 5, testMaxPoints: 6, marks: null });
    expect(await byTests()).toMatchObject({
      message: 'Marked 1 hand-in.',
      data: { marked: 1 },
    });
    expect(await rowOf(student)).toMatchObject({ status: 'Marked', marks: 83.33 });
    const payload = { marks: 90, comment: '', markVersion: 1 };
    const mark = { url: `/api/v1/hand-ins/${handInId}/mark`, payload };
    await call(admin, 'PUT', mark);
    expect((await byTests()).data).toEqual({ marked: 0 });
    expect(await rowOf(student)).toMatchObject({ marks: 90 });
  });

  test('is tested again when a test case is corrected', async () => {
    const id = await makeAssignment([{ ...plain, expectedOutput: 'wrong' }]);
    const handInId = await handIn(id, SUM);
    expect(await reportWhenDone(student, handInId)).toMatchObject({ state: 'done', points: 0 });
    const url = `/api/v1/assignments/${id}/tests`;
    const saved = await call(admin, 'PUT', { url, payload: { tests: [plain] } });
    expect(saved.body.data).toEqual({ handInsToTest: 1 });
    expect(await reportWhenDone(student, handInId)).toMatchObject({ state: 'done', points: 2 });
    const again = await call(admin, 'POST', { url: `${url}/run` });
    expect(again.body.data).toEqual({ handInsToTest: 1 });
  });
});

test('a report is for its student and for admins, and without tests there is none', async () => {
  const id = await makeAssignment([]);
  const handInId = await handIn(id, SUM);
  expect((await report(student, handInId)).body.data.state).toBe('none');
  const other = await makeStudent(server.pool);
  expect((await report(other, handInId)).status).toBe(404);
});

test('a test whose limits make no sense is refused at its field', async () => {
  const id = await makeAssignment([]);
  const payload = { tests: [{ ...plain, timeLimitMs: 60_000 }] };
  const { body } = await call(admin, 'PUT', { url: `/api/v1/assignments/${id}/tests`, payload });
  expect(body.fields['tests.0.timeLimitMs']).toBe('The time limit is at most 15000 ms.');
});
