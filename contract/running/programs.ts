import { z } from 'zod';
import { LONG_TEXTS, endpoint, replyOf, signedInOrGuest } from '../endpoint.ts';
import { languageIdOr, languageParts } from './languages.ts';

/** What the Workspace keeps of what a person writes: drafts while they type, versions when they save. */

const MAX_TEXT = 1_000_000;
const MAX_NAME = 100;

const ProgramText = z
  .string('The text is missing.')
  .max(MAX_TEXT, 'The text is too long: at most 1,000,000 characters are kept.');

/** Which assignment it is written for; empty for the person's own practice. */
const AssignmentId = z
  .string()
  .max(64, 'That assignment is not known.')
  .regex(/^[\w-]*$/, 'That assignment is not known.');

/** The program in one language, by Judge0's number, or the inputs that all languages share. */
export const DraftPart = z.enum([...languageParts, 'inputs'], 'That draft is not known.');
export type DraftPart = z.infer<typeof DraftPart>;

const LanguageId = languageIdOr('That language is not known.');

/** Names the browser, which never diverges from itself. */
const Device = z.string('The device is missing.').min(1, 'The device is missing.').max(64);

const Revision = z.int('The revision is missing.').min(0, 'The revision is a whole number from 0.');

export const Draft = z.object({
  part: DraftPart,
  /** Counts up with every text that is kept in its place. */
  revision: Revision,
  text: z.string(),
  savedAt: z.iso.datetime(),
  /** The browser that asks saved it last itself. */
  isFromThisDevice: z.boolean(),
});
export type Draft = z.infer<typeof Draft>;

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/v1/programs/drafts',
  access: signedInOrGuest,
  right: 'own',
  load: 'heavy',
  summary: 'What the caller typed last for an assignment, or for none, on any device',
  query: z.object({ assignment: AssignmentId.default(''), device: Device.optional() }),
  reply: replyOf(z.array(Draft)),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/programs/drafts/:part',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  summary:
    'Keep what the caller typed; 409 `diverged` when another device has saved since `baseRevision`',
  params: z.object({ part: DraftPart }),
  bodyLimit: LONG_TEXTS,
  body: z.object({
    assignment: AssignmentId,
    text: ProgramText,
    /** The revision that the text was written upon; 0 when there was none. */
    baseRevision: Revision,
    device: Device,
  }),
  reply: replyOf(Draft.pick({ revision: true, savedAt: true })),
});

export const Version = z.object({
  versionId: z.uuid(),
  name: z.string(),
  languageId: LanguageId,
  lineCount: z.int(),
  savedAt: z.iso.datetime(),
});
export type Version = z.infer<typeof Version>;

const VersionName = z
  .string()
  .trim()
  .min(1, 'Give the version a name.')
  .max(MAX_NAME, 'The name is too long: at most 100 characters.');

export const saveVersion = endpoint({
  method: 'POST',
  path: '/api/v1/programs/versions',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  summary: 'Keep a program as a version; the same text again right after it is the same version',
  bodyLimit: LONG_TEXTS,
  body: z.object({
    assignment: AssignmentId,
    languageId: LanguageId,
    text: ProgramText,
    /** `Version 1`, `Version 2`, … when it has none. */
    name: VersionName.optional(),
  }),
  reply: replyOf(Version),
  status: 201,
});

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/v1/programs/versions',
  access: signedInOrGuest,
  right: 'own',
  summary: 'The caller’s versions for an assignment, or for none, newest first, 50 at a time',
  query: z.object({
    assignment: AssignmentId.default(''),
    /** Only those before this version. */
    before: z.uuid('That version is not known.').optional(),
  }),
  reply: replyOf(z.array(Version)),
});

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/v1/programs/versions/:versionId',
  access: signedInOrGuest,
  right: 'own',
  summary: 'One of the caller’s versions with its text',
  params: z.object({ versionId: z.uuid('That version is not known.') }),
  reply: replyOf(Version.extend({ text: z.string() })),
});

export const renameVersion = endpoint({
  method: 'PUT',
  path: '/api/v1/programs/versions/:versionId',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  summary: 'Name one of the caller’s versions',
  params: z.object({ versionId: z.uuid('That version is not known.') }),
  body: z.object({ name: VersionName }),
  reply: replyOf(Version),
});
