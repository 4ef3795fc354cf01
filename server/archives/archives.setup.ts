import { expect, vi } from 'vitest';
import { z } from 'zod';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { type MadePerson, makeListedStudent } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import type { TestServer } from '../testing/test-app.ts';
import { CHECK_JOB, addCheckJob } from './archive-checks.queries.ts';
import { SWEEP_JOB, addSweepJob } from './archives.queries.ts';

/** After the default End of a test and the time for late requests. */
export const OVER_MS = 25 * 3_600_000;

const Receipt = z.object({ receipt: z.object({ answers: z.int(), sha256: z.string() }) });

/** The calls on archives as an admin, and the sweep of the server. */
export function archivesBy({ app, pool }: TestServer, { headers }: MadePerson) {
  const get = (quizId: string, path = '') =>
    app.inject({ method: 'GET', url: `/api/v1/auth/quiz/${quizId}/archives${path}`, headers });
  const list = async (quizId: string) => (await get(quizId)).json().data;
  return {
    get,
    list,
    /** Has the server look for due archives, and waits for its answer. */
    async sweep(): Promise<void> {
      await addSweepJob(pool, 0);
      await vi.waitFor(async () => expect(await isLater(pool, SWEEP_JOB)).toBe(true), PATIENTLY);
    },
    /** Has the server compare and verify archives, and waits for its answer. */
    async check(): Promise<void> {
      await addCheckJob(pool, 0);
      await vi.waitFor(async () => expect(await isLater(pool, CHECK_JOB)).toBe(true), PATIENTLY);
    },
    /** Waits until so many archives of a test are sealed, and none is being made. */
    waitFor: (quizId: string, count: number) =>
      vi.waitFor(async () => {
        const { archives } = await list(quizId);
        const states = archives.map(({ state }: { state: string }) => state);
        expect(
          states.filter((state: string) => state === 'sealed' || state === 'removed'),
        ).toHaveLength(count);
        expect(states).toHaveLength(count);
        return archives;
      }, PATIENTLY),
    /** The bytes of an archive. */
    async download(quizId: string, number = 1): Promise<Buffer> {
      const reply = await get(quizId, `/${number}/zip`);
      expect(reply.statusCode).toBe(200);
      return reply.rawPayload;
    },
  };
}

async function isLater(pool: TestServer['pool'], key: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from graphile_worker.jobs where key = $1 and run_at > now() and locked_at is null`,
    [key],
  );
  return rows.length === 1;
}

/** A new student takes a test and submits; returns the student and the receipt. */
export async function sit(server: TestServer, quizId: string, answers: object) {
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  expect((await calls.start()).statusCode).toBe(200);
  const reply = await calls.submit(answers);
  expect(reply.statusCode).toBe(200);
  const { receipt } = Receipt.parse((await calls.result()).json().data);
  return { student, calls, receipt };
}
