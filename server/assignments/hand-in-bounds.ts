import type { Database } from '../platform/postgres/database.ts';
import { TooMany, conflict } from '../platform/errors.ts';
import { countHandInsOf } from './hand-ins.queries.ts';

/** Every version is kept, and each is run on the test cases. */
const MAX_VERSIONS = 200;
const MAX_WITHIN_MINUTES = 20;
const MINUTES = 10;

/** Called with the assignment locked, so that concurrent hand-ins are counted. */
export async function requireHandInCapacity(
  db: Database,
  assignmentId: string,
  studentId: string,
): Promise<void> {
  const { versions, recent, secondsLeft } = await countHandInsOf(db, {
    assignmentId,
    studentId,
    minutes: MINUTES,
  });
  if (versions >= MAX_VERSIONS) {
    throw conflict(
      'too_many_versions',
      `You have handed in ${MAX_VERSIONS} times, which is the limit. Your last hand-in counts; ask your teacher if you need to change it.`,
    );
  }
  if (recent < MAX_WITHIN_MINUTES) return;
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60));
  throw new TooMany(
    'too_many_hand_ins',
    `You have handed in ${MAX_WITHIN_MINUTES} times within ${MINUTES} minutes. Your last hand-in counts; try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    secondsLeft,
  );
}
