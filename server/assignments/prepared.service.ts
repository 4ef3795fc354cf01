import type { ShowFrom } from '@vlabs/contract/assignments/prepared';
import type { Pool } from 'pg';
import { z } from 'zod';
import { lockClassOf, requireOpenClassOf } from '../classes/classes.reads.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { conflict } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import {
  type Assignment,
  hasHandIns,
  lockAssignment,
  updateWithdrawn,
  isShown,
  updateAsMissed,
  updateIfDue,
  updatePrepared,
} from './assignments.queries.ts';
import { assignmentSubject } from './assignments.service.ts';
import { SHOW, addShowing } from './showing-time.ts';

const Showing = z.object({ id: z.uuid() });

/** Shows prepared assignments when a teacher does, or when their time comes. */
export class PreparedAssignments {
  readonly #pool: Pool;

  constructor({ pool, jobs }: { pool: Pool; jobs: Jobs }) {
    this.#pool = pool;
    jobs.handle(SHOW, async (payload) => {
      await this.#showIfDue(Showing.parse(payload).id);
    });
  }

  #showIfDue(id: string): Promise<void> {
    return inTransaction(this.#pool, async (db) => {
      if ((await lockClassOf(db, { assignment: id })) === 'archived') {
        await updateAsMissed(db, id);
        return;
      }
      // One statement, so that of several servers one shows it and tells students of it.
      await updateIfDue(db, id);
    });
  }

  async setShown(assignment: Assignment, showFrom: ShowFrom): Promise<void> {
    const { id } = assignment;
    const subject = assignmentSubject(assignment);
    await inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { assignment: id });
      await lockAssignment(db, id);
      if (showFrom === 'now') {
        await updateWithdrawn(db, id, false);
        await recordAct(db, { action: 'offer-assignment', subject });
        return;
      }
      if (await hasHandIns(db, id)) throw staysInSight();
      const wasShown = await isShown(db, id);
      await updatePrepared(db, id, showFrom);
      await addShowing(db, id);
      const action = wasShown ? 'withdraw-assignment' : 'edit-assignment';
      await recordAct(db, { action, subject });
    });
  }
}

const staysInSight = () =>
  conflict('handed_in', 'Students have handed in, so the assignment can only be withdrawn.');
