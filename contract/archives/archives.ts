import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import type { Right } from '../http/rights.ts';

/** An archive has the work of every student of the test. */
const ofWhole: Right = { to: 'analyse', of: 'quiz', wholeClassOnly: true };

/** Why an archive was made; each after the first replaces the one before. */
export const ArchiveReason = z.enum([
  'sealed',
  'corrected',
  'reopened',
  'judged_again',
  'marked',
  'erased',
]);
export type ArchiveReason = z.infer<typeof ArchiveReason>;

/** `waiting` and `running` are being made; the bytes of a `removed` one were deleted, and its hashes are kept. */
export const ArchiveState = z.enum(['waiting', 'running', 'sealed', 'removed']);
export type ArchiveState = z.infer<typeof ArchiveState>;

/** An attempt that differs from the archive before, by its number in both. */
export const ChangedAttempt = z.object({
  /** As in the paths of the archive, such as 0001. */
  number: z.string(),
  reasons: z.array(ArchiveReason),
});
export type ChangedAttempt = z.infer<typeof ChangedAttempt>;

const sha256 = z.string();
const moment = z.iso.datetime();

const Archive = z.object({
  /** From 1. */
  number: z.int(),
  state: ArchiveState,
  /** Null until it is known. */
  reason: ArchiveReason.nullable(),
  /** Attempts written so far, and in all. */
  done: z.int(),
  total: z.int().nullable(),
  /** The values below are null until it is sealed. */
  sealedAt: moment.nullable(),
  manifestSha256: sha256.nullable(),
  zipSha256: sha256.nullable(),
  sizeBytes: z.int().nullable(),
  /** The attempts that differ from the archive before. */
  changed: z.array(ChangedAttempt),
  /** When its bytes were last read and compared with its hashes. */
  verifiedAt: moment.nullable(),
  /** Its bytes are missing or differ from its hashes. */
  isBroken: z.boolean(),
});
export type Archive = z.infer<typeof Archive>;

/** What a test waits for before it has an archive, or another one. Without, the first is asked for when somebody looks. */
export const ArchiveWait = z.discriminatedUnion('for', [
  z.object({ for: z.literal('attempts') }),
  /** Tests of the demo are not archived. */
  z.object({ for: z.literal('demo') }),
  /** The last deadline with extensions, and the time for late requests. */
  z.object({ for: z.literal('end'), until: moment }),
  /** Something changed after the last archive. If results differ, there is another one after a day without changes. */
  z.object({ for: z.literal('quiet'), until: moment }),
  z.object({ for: z.literal('submissions'), count: z.int() }),
  /** After `until`, what could not be judged is archived as not judged. */
  z.object({ for: z.literal('judging'), count: z.int(), until: moment }),
]);
export type ArchiveWait = z.infer<typeof ArchiveWait>;

const ofQuiz = z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() });

export const listArchives = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/archives',
  access: ['admin'],
  right: ofWhole,
  summary: 'List the sealed archives of a test, newest first, or what the first one waits for',
  params: ofQuiz,
  reply: replyOf(
    z.object({
      archives: z.array(Archive),
      /** Null if it waits for nothing. */
      wait: ArchiveWait.nullable(),
    }),
  ),
});

/** Damaged archives that are listed. */
export const DAMAGED_ARCHIVES = 20;

export const listDamagedArchives = endpoint({
  method: 'GET',
  path: '/api/v1/archives/damaged',
  access: ['admin'],
  right: 'campus',
  summary: `List ${DAMAGED_ARCHIVES} archives whose file is missing or differs from its hashes`,
  reply: replyOf(
    z.array(
      z.object({ uniqueId: z.uuid(), topic: z.string(), number: z.int(), verifiedAt: moment }),
    ),
  ),
});

const ofArchive = ofQuiz.extend({
  number: z.coerce.number('There is no such archive.').int().min(1),
});

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/archives/:number/zip',
  access: ['admin'],
  right: ofWhole,
  audit: 'kept',
  load: 'heavy',
  summary: 'Download a sealed archive as one ZIP file',
  params: ofArchive,
  reply: z.unknown(),
});

/** The hashes of a sealed archive on one page, to be signed and filed. */
export const printSlip = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/archives/:number/slip.pdf',
  access: ['admin'],
  right: ofWhole,
  audit: 'kept',
  load: 'heavy',
  summary: 'Print the hashes of a sealed archive as a PDF of one page, to be signed and filed',
  params: ofArchive,
  reply: z.unknown(),
});
