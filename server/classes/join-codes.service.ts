import type { Joined, Joining } from '@vlabs/contract/classes/classes';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { makeReadableSecret } from '../platform/access/readable-secret.ts';
import { recordAct } from '../platform/audit/audit.ts';
import type { KeySource } from '../platform/key-source.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import * as classes from './classes.queries.ts';
import { classSubject, lockOpenClass } from './classes.service.ts';
import { hashJoinCode, openJoinCode, sealJoinCode } from './join-code.ts';

interface Parts {
  pool: Pool;
  secrets: KeySource;
}

/** Returns the new code, if students join by one; the previous one stops working. */
export async function setJoining(
  { pool, secrets }: Parts,
  classId: string,
  joining: z.infer<typeof Joining>,
): Promise<Joined> {
  const id = classId.toLowerCase();
  const joinCode = joining === 'code' ? makeReadableSecret() : null;
  await inTransaction(pool, async (db) => {
    const { name } = await lockOpenClass(db, id);
    const codeHash = joinCode === null ? null : hashJoinCode(joinCode);
    const codeSealed = joinCode === null ? null : sealJoinCode(secrets, id, joinCode);
    await classes.updateJoining(db, id, { joining, codeHash, codeSealed });
    const subject = classSubject(id, name);
    await recordAct(db, { action: 'set-joining', subject, details: { joining } });
  });
  return { joining, joinCode };
}

/** The valid code; null if students join without one, or it was made before codes were stored. */
export async function showJoinCode({ pool, secrets }: Parts, classId: string): Promise<Joined> {
  const id = classId.toLowerCase();
  return inTransaction(pool, async (db) => {
    const { name, joining } = await lockOpenClass(db, id);
    const stored = await classes.findJoinCode(db, id);
    const joinCode = stored && openJoinCode(secrets, { classId: id, ...stored });
    const subject = classSubject(id, name);
    const details = { isShown: joinCode !== null };
    await recordAct(db, { action: 'show-join-code', subject, details });
    return { joining, joinCode };
  });
}
