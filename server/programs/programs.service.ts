import type { Draft, Version } from '@vlabs/contract/programs';
import type { Pool } from 'pg';
import { inTransaction } from '../platform/database.ts';
import { conflict, notFound } from '../platform/errors.ts';
import * as drafts from './drafts.queries.ts';
import * as versions from './versions.queries.ts';

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

export async function saveDraft(
  pool: Pool,
  draft: NewDraft,
): Promise<Pick<Draft, 'revision' | 'savedAt'>> {
  const saved = await drafts.upsertDraft(pool, draft);
  if (!saved) {
    throw conflict(
      'diverged',
      'Another device has saved a different text. Look at both and choose which one stays.',
    );
  }
  return shown(saved);
}

interface NewVersion {
  personId: string;
  assignment: string;
  languageId: number;
  text: string;
  name: string | null;
}

/** The same text again right after it, as when Save is pressed twice, is the same version. */
export function saveVersion(pool: Pool, version: NewVersion): Promise<Version> {
  return inTransaction(pool, async (db) => {
    await versions.lockVersionsOf(db, version.personId);
    const same = await versions.findSameVersion(db, version);
    if (!same) return shown(await versions.insertVersion(db, version));
    const { versionId } = same;
    if (version.name === null || version.name === same.name) return shown(same);
    return renameVersion(db, { personId: version.personId, versionId, name: version.name });
  });
}

export async function listVersions(
  pool: Pool,
  personId: string,
  wanted: { assignment: string; before?: string | undefined },
): Promise<Version[]> {
  const { assignment, before = null } = wanted;
  const most = VERSIONS_AT_ONCE;
  return (await versions.listVersions(pool, { personId, assignment, before, most })).map(shown);
}

export async function getVersion(
  pool: Pool,
  personId: string,
  versionId: string,
): Promise<Version & { text: string }> {
  const version = await versions.findVersion(pool, personId, versionId);
  // Another person's version is as unknown as one that never was.
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
