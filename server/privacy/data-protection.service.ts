import {
  type Announced,
  COUNTED_ROWS,
  type DataProtection,
  ERASURE_NOTICE_HOURS,
  type Hold,
  LISTED_PEOPLE,
  type PersonPreview,
  RetentionRule,
  type RuleState,
} from '@vlabs/contract/privacy/retention';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit/audit.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { findLastPass, lockOutErasure } from './erasure-passes.queries.ts';
import { makePlaceholder } from './erasure.service.ts';
import * as erasures from './erasures.queries.ts';
import * as holds from './retention.queries.ts';
import * as rules from './retention.queries.ts';

/** Everything on the page Data protection. */
export async function getDataProtection(
  db: Database,
  { runDays }: { runDays: number },
): Promise<DataProtection> {
  const states = await listStates(db);
  const pass = await findLastPass(db);
  return {
    rules: states,
    serverRunDays: runDays,
    pass: pass && {
      beganAt: pass.beganAt.toISOString(),
      finishedAt: pass.finishedAt?.toISOString() ?? null,
      counts: pass.counts,
    },
    announced: (await erasures.listErasures(db, LISTED_PEOPLE)).map(showAnnounced),
    announcedTotal: await erasures.countErasures(db),
    holds: (await holds.listHolds(db, LISTED_PEOPLE)).map(showHold),
    holdsTotal: await holds.countHolds(db),
  };
}

async function listStates(db: Database): Promise<RuleState[]> {
  const set = await rules.listRules(db);
  return RetentionRule.options.map((rule) => {
    const found = set.find((one) => one.rule === rule);
    return { rule, months: found?.months ?? null, fromAt: found?.fromAt.toISOString() ?? null };
  });
}

/** Null applies immediately; a period applies after some hours, so that a mistake can be corrected. */
export async function setRetention(
  pool: Pool,
  by: string,
  { rule, months }: { rule: RetentionRule; months: number | null },
): Promise<RuleState> {
  return inTransaction(pool, async (db) => {
    await lockOutErasure(db);
    const before = (await listStates(db)).find((state) => state.rule === rule);
    if (months === null) await rules.deleteRule(db, rule);
    else await rules.upsertRule(db, { rule, months, by, hours: ERASURE_NOTICE_HOURS });
    const details = { rule, before: before?.months ?? 'kept', months: months ?? 'kept' };
    await recordAct(db, { action: 'set-retention', details });
    const state = (await listStates(db)).find((one) => one.rule === rule);
    return state ?? { rule, months: null, fromAt: null };
  });
}

export const previewRetention = async (
  db: Database,
  { rule, months }: { rule: RetentionRule; months: number },
) => ({ rows: await rules.countDueRows(db, rule, { months, max: COUNTED_ROWS }) });

export async function setHold(
  pool: Pool,
  by: string,
  { personId, reason }: { personId: string; reason: string },
): Promise<Hold> {
  return inTransaction(pool, async (db) => {
    await lockOutErasure(db);
    const person = await getPerson(db, personId);
    if ((await erasures.findErasure(db, person.personId))?.beganAt) throw hasBegun();
    // A hold cancels an upcoming erasure, which must be requested again.
    await erasures.deleteErasure(db, person.personId);
    const hold = await holds.upsertHold(db, { personId: person.personId, reason, by });
    if (!hold) throw notFound('This person');
    await recordAct(db, { action: 'set-hold', personId: person.personId, details: { reason } });
    return showHold(hold);
  });
}

export async function liftHold(pool: Pool, personId: string): Promise<null> {
  return inTransaction(pool, async (db) => {
    const lifted = await holds.deleteHold(db, personId);
    if (!lifted) throw notFound('This hold');
    await recordAct(db, { action: 'lift-hold', personId: lifted.personId });
    return null;
  });
}

export async function previewErasure(
  db: Database,
  callerId: string,
  personId: string,
): Promise<PersonPreview> {
  const person = await getPerson(db, personId);
  const { name, leftSince, attempts, handIns, programs, memberships } = person;
  return {
    personId: person.personId,
    name,
    leftSince: leftSince?.toISOString() ?? null,
    refusal: whyNot(person, callerId),
    attempts,
    handIns,
    programs,
    memberships,
  };
}

/** They are notified immediately and erased after some hours. */
export async function erasePerson(
  pool: Pool,
  by: string,
  { personId, confirmation }: { personId: string; confirmation: string },
): Promise<Announced> {
  return inTransaction(pool, async (db) => {
    await lockOutErasure(db);
    const person = await getPerson(db, personId);
    if (confirmation.trim().toLowerCase() !== person.personId.toLowerCase()) {
      throw conflict('not_confirmed', 'Enter the person’s roll number to confirm.');
    }
    const refusal = whyNot(person, by);
    if (refusal !== '') throw conflict('not_erasable', refusal);
    const erased = { personId: person.personId, placeholder: makePlaceholder() };
    const wanted = { askedBy: by, hours: ERASURE_NOTICE_HOURS };
    await erasures.insertErasures(db, [erased], wanted);
    const announced = await erasures.findErasure(db, person.personId);
    if (!announced) throw notFound('This person');
    await recordAct(db, { action: 'announce-erasure', personId: person.personId });
    return showAnnounced(announced);
  });
}

export async function withdrawErasure(pool: Pool, personId: string): Promise<null> {
  return inTransaction(pool, async (db) => {
    await lockOutErasure(db);
    const person = await getPerson(db, personId);
    const announced = await erasures.findErasure(db, person.personId);
    if (!announced) throw notFound('This erasure');
    if (!(await erasures.deleteErasure(db, person.personId))) throw hasBegun();
    await recordAct(db, { action: 'withdraw-erasure', personId: person.personId });
    return null;
  });
}

async function getPerson(db: Database, personId: string) {
  const person = await erasures.findPersonToErase(db, personId);
  if (!person || person.isErased) throw notFound(`A person with the roll number ${personId}`);
  return person;
}

/** Why a person cannot be erased, in words; empty if they can. */
function whyNot(person: erasures.PersonToErase, callerId: string): string {
  if (person.personId === callerId) return 'Ask another campus admin to erase your data.';
  if (person.isDemo) return 'Demo accounts can’t be erased. Close the demo instead.';
  if (person.isHeld) return 'This person is on hold. Lift the hold first.';
  if (person.sits) return 'This person is taking a test. Wait until it ends.';
  const isCampusAdmin = person.role === 1 && !person.isStaff;
  if (isCampusAdmin && person.otherAdmins === 0) {
    return 'The last campus admin can’t be removed. Add another one first.';
  }
  if (person.lastOwnerOf > 0) {
    const classes = person.lastOwnerOf === 1 ? 'a class' : `${person.lastOwnerOf} classes`;
    return `They are the last owner of ${classes}. Make someone else an owner first.`;
  }
  return '';
}

const hasBegun = () =>
  conflict('erasure_has_begun', 'The erasure has started and can’t be stopped.');

const showAnnounced = (row: erasures.AnnouncedRow): Announced => ({
  personId: row.personId,
  name: row.name,
  dueAt: row.dueAt.toISOString(),
  hasBegun: row.beganAt !== null,
  askedBy: row.askedBy,
});

const showHold = ({ setAt, ...hold }: holds.HoldRow): Hold => ({
  ...hold,
  setAt: setAt.toISOString(),
});
