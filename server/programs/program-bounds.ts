import type { Database } from '../platform/postgres/database.ts';
import { PublicError, TooMany, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { isGivenTo } from '../assignments/assignments.reads.ts';
import {
  type DraftKey,
  countOtherDrafts,
  countSave,
  deleteOldVersions,
} from './programs.queries.ts';

const MEGABYTE = 1_048_576;
/** Drafts and versions together, per minute. The page saves at most once a second. */
const MAX_SAVES = 120;
const MAX_SAVED_BYTES = 10 * MEGABYTE;
/** All drafts of a person. */
const MAX_DRAFT_BYTES = 20 * MEGABYTE;
/** Per program and language. */
const MAX_VERSIONS = 200;
const MAX_VERSION_BYTES = 20 * MEGABYTE;

/** In the transaction that saves the text. The browser keeps the text and sends it again. */
export async function requirePace(db: Database, personId: string, text: string): Promise<void> {
  const { saves, bytes, secondsLeft } = await countSave(db, personId, Buffer.byteLength(text));
  if (saves <= MAX_SAVES && bytes <= MAX_SAVED_BYTES) return;
  throw new TooMany(
    'too_many_saves',
    `You’re saving too often. Try again in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`,
    secondsLeft,
  );
}

/** A program is for practice, or for an existing assignment of the person. */
export async function requireOwnAssignment(
  db: Database,
  caller: Caller,
  assignment: string,
): Promise<void> {
  if (assignment === '' || (await isGivenTo(db, caller, assignment))) return;
  throw notFound('This assignment');
}

/** People who started may continue after a withdrawal. */
export async function requireDraftCapacity(
  db: Database,
  caller: Caller,
  draft: DraftKey & { text: string },
): Promise<void> {
  const { bytes, isKnown } = await countOtherDrafts(db, draft);
  if (!isKnown) await requireOwnAssignment(db, caller, draft.assignment);
  if (bytes + Buffer.byteLength(draft.text) <= MAX_DRAFT_BYTES) return;
  throw new PublicError(
    413,
    'no_room',
    'Your programs and inputs have reached the limit of 20 MB. Shorten another one to save this one.',
  );
}

/** Makes space for the newest version by deleting the oldest. */
export async function trimVersions(
  db: Database,
  { personId, versionId }: { personId: string; versionId: string },
): Promise<void> {
  await deleteOldVersions(db, {
    personId,
    newestId: versionId,
    maxVersions: MAX_VERSIONS,
    maxBytes: MAX_VERSION_BYTES,
  });
}
