import { PublicError } from '../platform/errors.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findTimeUntilShown } from './assignments.queries.ts';

/** The job that shows an assignment. */
export const SHOW = 'show-assignment';

/** Adds the job that shows a prepared assignment at its time, if it has one. The time is in the future. */
export async function addShowing(db: Database, id: string): Promise<void> {
  const left = await requireShownBeforeDue(db, id);
  if (!left) return;
  if (left.leftMs <= 0) throw wrongTime('Choose a time in the future, or show it at once.');
  await addJob(db, { name: SHOW, payload: { id }, key: `${SHOW} ${id}`, delayMs: left.leftMs });
}

/** Refuses an assignment that would be due before students see it. */
export async function requireShownBeforeDue(db: Database, id: string) {
  const left = await findTimeUntilShown(db, id);
  if (left?.isAfterDue) throw wrongTime('The assignment is due before students see it.');
  return left;
}

const wrongTime = (message: string) =>
  new PublicError(400, 'wrong_show_time', message, { showFrom: message });
