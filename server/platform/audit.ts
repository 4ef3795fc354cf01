import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint } from '@vlabs/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Pool } from 'pg';
import { type Act, type Actor, insertAuditLine } from './audit.queries.ts';
import type { Database } from './postgres/database.ts';

/** From where somebody acts. */
export type Origin = Omit<Actor, 'by'>;

interface Acting {
  actor: Actor;
  keptLines: number;
}

/**
 * Who acts travels beside the calls and not through them: so no service can name anybody else, and
 * none is in the way of what students and the server itself do.
 */
const acting = new AsyncLocalStorage<Acting>();

/** All acts within the work are this actor's. */
export function actAs<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  return acting.run({ actor, keptLines: 0 }, work);
}

/**
 * Keeps what an admin does in the audit log, in the transaction of what they change. What students
 * do, and the server of itself, is no act: it stands in timelines, versions and logs.
 */
export async function recordAct(db: Database, act: Act): Promise<void> {
  const now = acting.getStore();
  if (!now) return;
  if (db instanceof Pool) {
    throw new Error(`"${act.action}" is kept in the transaction of its change, or not at all.`);
  }
  await insertAuditLine(db, now.actor, act);
  now.keptLines += 1;
}

/** An act of somebody who is not the caller: whoever has just signed in, or holds a link. */
export const recordActOf = insertAuditLine;

const MAX_BROWSER = 300;

/** From where a request comes. */
export function originOf(request: FastifyRequest): Origin {
  const browser = request.headers['user-agent']?.slice(0, MAX_BROWSER) ?? null;
  return { address: request.ip, browser };
}

/** Answers a call of an admin, which fails where it was to keep a line and kept none. */
export function answerAdmin<Result>(
  { audit, method, path }: Pick<Endpoint, 'audit' | 'method' | 'path'>,
  actor: Actor,
  work: () => Promise<Result>,
): Promise<Result> {
  return actAs(actor, async () => {
    const result = await work();
    if (audit === 'kept' && acting.getStore()?.keptLines === 0) {
      throw new Error(`${method} ${path} has kept no line in the audit log.`);
    }
    return result;
  });
}
