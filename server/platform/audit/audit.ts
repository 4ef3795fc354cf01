import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { Pool } from 'pg';
import { type Act, type Actor, insertAuditLine } from './audit.queries.ts';
import type { Database } from '../postgres/database.ts';

interface Acting {
  actor: Actor;
  keptLines: number;
}

/**
 * The actor is held in async context, so that no service can name another one, and services that
 * serve students or internal work need not pass it.
 */
const acting = new AsyncLocalStorage<Acting>();

/** Attributes all acts within the work to this actor. */
export function actAs<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  return acting.run({ actor, keptLines: 0 }, work);
}

/**
 * Records an admin's act in the audit log, within the transaction of the change. Acts of students
 * and of the server are not recorded here, but in timelines, versions and logs.
 */
export async function recordAct(db: Database, act: Act): Promise<void> {
  const now = acting.getStore();
  if (!now) return;
  if (db instanceof Pool) {
    throw new Error(`"${act.action}" must be recorded in the transaction of its change.`);
  }
  await insertAuditLine(db, now.actor, act);
  now.keptLines += 1;
}

/**
 * Records an act of somebody who is not the caller: a person who has just signed in, or the holder
 * of a link.
 */
export const recordActOf = insertAuditLine;

/** Answers an admin's call. Fails if the call should have been recorded and was not. */
export function answerAdmin<Result>(
  { audit, method, path }: Pick<Endpoint, 'audit' | 'method' | 'path'>,
  actor: Actor,
  work: () => Promise<Result>,
): Promise<Result> {
  return actAs(actor, async () => {
    const result = await work();
    if (audit === 'kept' && acting.getStore()?.keptLines === 0) {
      throw new Error(`${method} ${path} did not write to the audit log.`);
    }
    return result;
  });
}
