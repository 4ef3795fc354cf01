import { usualSettings } from '@vlabs/contract/records/records';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { callsAs } from '../testing/acts/calls-as.ts';
import { openSettings } from '../testing/acts/make-quiz.ts';
import { SUM as SUM_OF_TEST, answerWith, makeProgramQuiz } from '../testing/acts/program-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { waitUntilJudged } from '../testing/judging.setup.ts';
import { makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import type { MadePerson } from '../testing/acts/make.ts';
import { SUM, hidden, plain, startTestingPrograms } from '../testing/acts/testing-programs.ts';
import { readPdf } from '../testing/read-pdf.ts';

const { server, refusal, close } = await startTestingPrograms();
afterAll(close);
const made = await makeTwoClasses(server.pool);
const call = callsAs(() => server);
const { classId } = made.a;
let assignmentId = '';
let notDoneId = '';

const STATEMENT = '## Aim\nAdd two numbers, विद्यार्थी.\n\n## Algorithm\nRead, add, print $a + b$.';

async function addAssignment(title: string): Promise<string> {
  const audience = { everyone: true, inClass: { classId, sections: [] } };
  const payload = { title, assignment: STATEMENT, maxMarks: 10, audience };
  return (await call(made.campus, 'POST', '/auth/create-assignment', payload)).body.data.id;
}

async function print(person: MadePerson, path: string) {
  const reply = await server.app.inject({ url: `/api/v1${path}`, headers: person.headers });
  return { status: reply.statusCode, bytes: reply.rawPayload };
}

const experimentsOf = (ids: string[]) => ids.map((workId) => ({ workId, question: 0, title: '' }));

beforeAll(async () => {
  assignmentId = await addAssignment('Sum of two');
  notDoneId = await addAssignment('Never done');
  const tests = [hidden, { ...plain, input: '20 22\n', expectedOutput: '42\n' }];
  await call(made.campus, 'PUT', `/assignments/${assignmentId}/tests`, { tests });
  const handIn = { kind: 'program', language: 71, source: SUM };
  const { body } = await call(made.a1, 'POST', `/assignments/${assignmentId}/hand-ins`, handIn);
  const mark = { marks: 9, comment: 'Neat work.' };
  await call(made.teacher, 'PUT', `/hand-ins/${body.data.handInId}/mark`, mark);
  const settings = {
    ...usualSettings,
    experiments: experimentsOf([assignmentId, notDoneId]),
  };
  await call(made.owner, 'PUT', `/classes/${classId}/record`, { version: 0, settings });
});

test.skipIf(refusal !== null)(
  'a student’s record has the certificate, an index, and aim, algorithm, program, input, output, marks and remark',
  async () => {
    const { status, bytes } = await print(made.a1, `/my-classes/${classId}/record.pdf`);
    expect(status).toBe(200);
    const { text, isTagged, pages } = await readPdf(bytes);
    expect(isTagged).toBe(true);
    expect(pages).toBe(3);
    for (const words of [
      'Head of the department',
      'has completed 1 of 2 experiments',
      'Never done',
      'Experiment 1: Sum of two',
      'print(a + b)',
      '20 22',
      '42',
      '9 of 10',
      'Neat work.',
      'This is a copy.',
    ]) {
      expect(text).toContain(words);
    }
    expect(text.replaceAll(/\s/g, '')).toContain('विद्यार्थी');
    // The input of a hidden test case.
    expect(text).not.toContain('40 2');
  },
);

test.skipIf(refusal !== null)('the student’s own algorithm and input are printed', async () => {
  const texts = { workId: assignmentId, question: 0, algorithm: 'My own way.', input: '1 1' };
  expect((await call(made.a1, 'PUT', `/my-classes/${classId}/record`, texts)).status).toBe(200);
  const { bytes } = await print(made.a1, `/my-classes/${classId}/record.pdf`);
  const { text } = await readPdf(bytes);
  expect(text).toContain('My own way.');
  expect(text).not.toContain('Read, add');
  expect(text).toMatch(/Output\s+2\s/);
  await call(made.a1, 'PUT', `/my-classes/${classId}/record`, {
    ...texts,
    algorithm: '',
    input: null,
  });
  const again = await print(made.a1, `/my-classes/${classId}/record.pdf`);
  const third = await print(made.a1, `/my-classes/${classId}/record.pdf`);
  expect(again.bytes.equals(third.bytes)).toBe(true);
});

test.skipIf(refusal !== null)(
  'all records are prepared as a task, then printed as one ZIP file',
  async () => {
    const prepared = await call(made.teacher, 'POST', `/classes/${classId}/record/outputs`);
    expect(prepared.body.data.total).toBe(1);
    const url = `/api/v1/tasks/record/${classId}/events`;
    await vi.waitFor(async () => {
      const { body } = await server.app.inject({ url, headers: made.teacher.headers });
      expect(body).toContain('"state":"done","done":1,"total":1');
    }, PATIENTLY);
    const { bytes } = await print(made.teacher, `/classes/${classId}/records.zip`);
    const entries = unzipSync(bytes);
    const names = Object.keys(entries).toSorted();
    expect(names.filter((name) => !name.endsWith('.pdf'))).toEqual([]);
    const own = names.find((name) => name.startsWith(made.a1.id)) ?? '';
    expect((await readPdf(entries[own] ?? Buffer.of())).text).toContain('print(a + b)');
  },
);

test('teachers see how much each student did, and what can be an experiment', async () => {
  const { body } = await call(made.teacher, 'GET', `/classes/${classId}/record`);
  const { students, choices, mayEdit } = body.data;
  const done = students.find(({ userId }: { userId: string }) => userId === made.a1.id).done;
  expect([done, mayEdit]).toEqual([1, true]);
  expect(choices.map(({ title }: { title: string }) => title)).toEqual([
    'Sum of two',
    'Never done',
  ]);
});

test('settings that were made from an older version are refused', async () => {
  const change = { version: 0, settings: usualSettings };
  const { status, body } = await call(made.owner, 'PUT', `/classes/${classId}/record`, change);
  expect([status, body.code]).toEqual([409, 'arranged_meanwhile']);
});

test.skipIf(refusal !== null)(
  'nothing of a test is printed before everybody has finished it, then the program with its marks, and the question if answers are released',
  async () => {
    const audience = { everyone: true, inClass: { classId, sections: [] } };
    const quizId = await makeProgramQuiz(server, made.campus, {
      settings: { ...openSettings(audience), answersOpen: 'at_end' },
    });
    const quiz = callsOn(server, quizId, made.a2);
    await quiz.start();
    await quiz.submit({ 2: answerWith(SUM_OF_TEST) });
    const { data } = (await call(made.owner, 'GET', `/classes/${classId}/record`)).body;
    expect(data.choices.at(-1).title).toBe('Stacks, question 2');
    const settings = {
      ...usualSettings,
      experiments: [{ workId: quizId, question: 2, title: '' }],
    };
    const change = { version: data.version, settings };
    await call(made.owner, 'PUT', `/classes/${classId}/record`, change);
    const path = `/my-classes/${classId}/record`;
    const isDone = async () =>
      (await call(made.a2, 'GET', path)).body.data.experiments.map(
        (one: { isDone: boolean }) => one.isDone,
      );
    expect(await isDone()).toEqual([false]);
    const early = await readPdf((await print(made.a2, `${path}.pdf`)).bytes);
    expect(early.text).not.toContain('Print the sum');

    await waitUntilJudged(server, quizId, made.campus);
    const past = `update quizzes set starts_at = now() - interval '2 days',
      ends_at = now() - interval '1 day' where unique_id = $1`;
    await server.pool.query(past, [quizId]);
    expect(await isDone()).toEqual([true]);
    const { text } = await readPdf((await print(made.a2, `${path}.pdf`)).bytes);
    for (const words of ['Print the sum of two numbers.', 'print(a + b)', '6 of 6', 'Output']) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('secret name');
    await server.pool.query(`update quizzes set answers_open = 'never' where unique_id = $1`, [
      quizId,
    ]);
    const closed = await readPdf((await print(made.a2, `${path}.pdf`)).bytes);
    expect(closed.text).not.toContain('Print the sum of two numbers.');
    expect(closed.text).toContain('print(a + b)');
  },
);

test('a student of another class and staff of another class print nothing', async () => {
  expect((await print(made.b1, `/my-classes/${classId}/record.pdf`)).status).toBe(404);
  expect((await call(made.b1, 'GET', `/my-classes/${classId}/record`)).status).toBe(404);
  const path = `/classes/${made.b.classId}/students/${made.b1.id}/record.pdf`;
  expect((await print(made.teacher, path)).status).toBe(403);
  const mixed = `/classes/${classId}/students/${made.b1.id}/record.pdf`;
  expect((await print(made.teacher, mixed)).status).toBe(403);
  expect((await print(made.campus, mixed)).status).toBe(404);
});

test('a student of an archived class prints the record and changes nothing in it', async () => {
  const texts = { workId: assignmentId, question: 0, algorithm: 'Too late.', input: null };
  await call(made.owner, 'POST', `/classes/${classId}/state`, { state: 'archived' });
  const { status, body } = await call(made.a1, 'PUT', `/my-classes/${classId}/record`, texts);
  expect([status, body.code]).toEqual([409, 'archived']);
  expect((await call(made.a1, 'GET', `/my-classes/${classId}/record`)).status).toBe(200);
  await call(made.owner, 'POST', `/classes/${classId}/state`, { state: 'open' });
});

test('a student who asks for many records at once prints few of them, and delays nobody by more than one', async () => {
  const path = `/my-classes/${classId}/record.pdf`;
  const flood = Array.from({ length: 12 }, () => print(made.a1, path));
  const other = await print(made.a2, path);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(other.status).toBe(200);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});
