import {
  type DataRequest,
  OPEN_REQUESTS,
  REQUESTS_AT_ONCE,
  REQUEST_DAYS,
} from '@vlabs/contract/privacy/data-requests';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit/audit.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import * as queries from './data-requests.queries.ts';

export async function listOwnRequests(db: Database, personId: string): Promise<DataRequest[]> {
  return (await queries.listRequestsOf(db, personId)).map(show);
}

/** Limits open requests, so that nobody fills the queue. */
export async function makeRequest(
  pool: Pool,
  personId: string,
  asked: { kind: DataRequest['kind']; text: string },
): Promise<DataRequest> {
  return inTransaction(pool, async (db) => {
    await queries.lockRequestsOf(db, personId);
    if ((await queries.countOpenRequests(db, personId)) >= OPEN_REQUESTS) {
      throw conflict(
        'too_many_open',
        `You already have ${OPEN_REQUESTS} open requests. Wait for an answer first.`,
      );
    }
    const made = await queries.insertRequest(db, { personId, ...asked, days: REQUEST_DAYS });
    if (!made) throw new Error('The request was not saved.');
    return show(made);
  });
}

export async function listRequests(db: Database) {
  const open = await queries.listOpenRequests(db, REQUESTS_AT_ONCE);
  const total = await queries.countOpenRequests(db, null);
  const requests = open.map((row) => ({ ...show(row), personId: row.personId, name: row.name }));
  return { requests, total };
}

/** Only records the answer; the request itself is fulfilled elsewhere. */
export async function answerRequest(
  pool: Pool,
  by: string,
  given: { requestId: string; state: 'done' | 'refused'; answer: string },
): Promise<DataRequest> {
  return inTransaction(pool, async (db) => {
    const answered = await queries.updateAnswered(db, { ...given, by });
    if (!answered) throw notFound('This open request');
    const { personId, kind } = answered;
    const details = { kind, state: given.state };
    await recordAct(db, { action: 'answer-request', personId, details });
    return show(answered);
  });
}

const show = ({ requestId, kind, text, state, answer, ...row }: queries.RequestRow) => ({
  requestId,
  kind,
  text,
  askedAt: row.askedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  state,
  answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
});
