import type { Draft, Version } from '@vlabs/contract/programs/programs';
import type { Pool } from 'pg';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { runSerially } from '../platform/jobs/serial-work.ts';
import * as drafts from './programs.queries.ts';
import {
  trimVersions,
  requireOwnAssignment,
  requirePace,
  requireDraftCapacity,
} from './program-bounds.ts';
import * as versions from './programs.queries.ts';

const VERSIONS_AT_ONCE = 50;

export async function listDrafts(
  pool: Pool,
  personId: string,
  { assignment, device: asking }: { assignment: string; device?: string | undefined },
): Promise<Draft[]> {
  const rows = await drafts.listDrafts(pool, personId, assignment);
  return rows.map(({ device, ...row }) => ({ ...shown(row), isFromThisDevice: device === asking }));
}

type NewDraft = Parameters<typeof drafts.upsertDraft>[1];

export function saveDraft(
  pool: Pool,
  caller: Caller,
  typed: Omit<NewDraft, 'personId'>,
): Promise<Pick<Draft, 'revision' | 'savedAt'>> {
  const draft = { ...typed, personId: caller.id };
  return inSerialTransaction(pool, caller, async (db) => {
    await requirePace(db, draft.personId, draft.text);
    await requireDraftCapacity(db, caller, draft);
    const saved = await drafts.upsertDraft(db, draft);
    if (!saved) {
      throw conflict(
        'diverged',
        'Another device saved a different version. Compare both and choose which one to keep.',
      );
    }
    return shown(saved);
  });
}

interface NewVersion {
  personId: string;
  assignment: string;
  languageId: number;
  text: string;
  name: string | null;
}

/** Saving the same text again, as by pressing Save twice, returns the same version. */
export function saveVersion(
  pool: Pool,
  caller: Caller,
  saved: Omit<NewVersion, 'personId'>,
): Promise<Version> {
  const version = { ...saved, personId: caller.id };
  return inSerialTransaction(pool, caller, async (db) => {
    await requirePace(db, version.personId, version.text);
    const same = await versions.findSameVersion(db, version);
    if (!same) return addVersion(db, caller, version);
    const { versionId } = same;
    if (version.name === null || version.name === same.name) return shown(same);
    return renameVersion(db, { personId: version.personId, versionId, name: version.name });
  });
}

/** Processes a person's saves one at a time. */
const inSerialTransaction = <Saved>(
  pool: Pool,
  { id }: Caller,
  save: (db: Database) => Promise<Saved>,
): Promise<Saved> => runSerially(pool, id, () => inTransaction(pool, save));

async function addVersion(db: Database, caller: Caller, version: NewVersion): Promise<Version> {
  const { personId, assignment } = version;
  if (!(await versions.hasVersions(db, personId, assignment))) {
    await requireOwnAssignment(db, caller, assignment);
  }
  const added = await versions.insertVersion(db, version);
  await trimVersions(db, { personId, versionId: added.versionId });
  return shown(added);
}

export async function listVersions(
  pool: Pool,
  personId: string,
  wanted: { assignment: string; before?: string | undefined },
): Promise<Version[]> {
  const { assignment, before = null } = wanted;
  const max = VERSIONS_AT_ONCE;
  return (await versions.listVersions(pool, { personId, assignment, before, max })).map(shown);
}

export async function getVersion(
  pool: Pool,
  personId: string,
  versionId: string,
): Promise<Version & { text: string }> {
  const version = await versions.findVersion(pool, personId, versionId);
  // Other people's versions do not exist for the caller.
  if (!version) throw notFound('That version');
  return shown(version);
}

export async function renameVersion(
  db: Parameters<typeof versions.updateVersionName>[0],
  named: { personId: string; versionId: string; name: string },
): Promise<Version> {
  const version = await versions.updateVersionName(db, named);
  if (!version) throw notFound('That version');
  return shown(version);
}

const shown = <Row extends { savedAt: Date }>(row: Row) => ({
  ...row,
  savedAt: row.savedAt.toISOString(),
});
