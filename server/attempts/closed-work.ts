import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { isSteppedThrough } from '../assignments/assignments.reads.ts';
import type { Clock } from '../platform/clock.ts';
import { PublicError } from '../platform/errors.ts';
import { findClosingTest, findRunningTest } from './closed-work.queries.ts';

interface ClosedWorkOptions {
  pool: Pool;
  clock: Clock;
  graceMs: number;
}

/** Refuses a student's calls about other work while they take a test that closes it. */
export function closeWorkDuringTests(
  app: FastifyInstance,
  { pool, clock, graceMs }: ClosedWorkOptions,
): void {
  app.decorate('requireOpenWork', async (personId, madeAt) => {
    const now = new Date(clock.nowMs());
    const test = await findClosingTest(pool, { personId, now, graceMs, madeAt });
    if (test) throw workIsClosed(test.topic);
  });
  app.decorate('requireStepping', async (personId, assignments = []) => {
    const now = new Date(clock.nowMs());
    const test = await findRunningTest(pool, { personId, now, graceMs });
    if (test) throw stepsAreClosed(test.topic);
    for (const id of new Set(assignments))
      if (!(await isSteppedThrough(pool, id))) throw stepsAreOff();
  });
}

const stepsAreOff = () =>
  new PublicError(
    403,
    'closed_work',
    'Your teacher has turned off stepping through programs for this assignment.',
  );

const stepsAreClosed = (topic: string) =>
  new PublicError(
    403,
    'closed_work',
    `You are taking the test “${topic}”. Programs can be stepped through when you have submitted it.`,
  );

const workIsClosed = (topic: string) =>
  new PublicError(
    403,
    'closed_work',
    `You are taking the test “${topic}”. Assignments and earlier programs open again when you have submitted it.`,
  );
