import { afterAll, expect } from 'vitest';
import { makeAdmin, makeListedStudent, type MadePerson } from './acts/make.ts';
import { callsOn } from './acts/sit-quiz.ts';
import { useSharedRunner } from './peers/real-runner.ts';
import { beforeTests, setUpServer } from './server.setup.ts';
import type { TestApp } from './test-app.ts';

/** A server with a runner, and an admin. */
export async function setUpJudging(options: Parameters<typeof setUpServer>[0] = {}) {
  const runner = await useSharedRunner();
  const { refusal } = runner;
  if (refusal !== null) console.warn(`Tests of judged programs are skipped: ${refusal}`);
  afterAll(() => runner.stop());
  const server = setUpServer({ runners: () => [runner.address], ...options });
  const admin = beforeTests(() => makeAdmin(server.pool));

  /** Starts a test as a new student. */
  async function begin(quizId: string) {
    const student = await makeListedStudent(server.pool);
    const calls = callsOn(server, quizId, student);
    expect((await calls.start()).statusCode).toBe(200);
    return { student, calls, teacher: callsOn(server, quizId, admin) };
  }

  return { server, refusal, admin, begin };
}

/** Waits until every submitted attempt has its score, or the teacher must decide. */
export async function waitUntilJudged(server: TestApp, quizId: string, admin: MadePerson) {
  const read = async () => (await callsOn(server, quizId, admin).get('/judging')).json().data;
  await expect
    .poll(async () => {
      const { submitted, judged, failed } = await read();
      return submitted - judged - failed;
    }, POLL)
    .toBe(0);
  return read();
}
const POLL = { interval: 50 };
