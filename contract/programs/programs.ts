import { z } from 'zod';
import { endpoint, replyOf, signedInOrGuest, textsOf } from '../http/endpoint.ts';
import { languageIdOr, languageParts } from '../runs/languages.ts';

/** What the Workspace stores of a person's programs: drafts while typing, and saved versions. */

export const MAX_TEXT = 1_000_000;
const MAX_NAME = 100;

const ProgramText = z
  .string('The text is missing.')
  .max(MAX_TEXT, 'The text is too long: at most 1,000,000 characters are kept.');

/** The assignment it is written for; empty for practice. */
const AssignmentId = z
  .string()
  .max(64, 'That assignment is not known.')
  .regex(/^[\w-]*$/, 'That assignment is not known.');

/** The program in one language, by Judge0's number, or the inputs shared by all languages. */
export const DraftPart = z.enum([...languageParts, 'inputs'], 'That draft is not known.');
export type DraftPart = z.infer<typeof DraftPart>;

const LanguageId = languageIdOr('That language is not known.');

/** Identifies the browser, which never conflicts with itself. */
const Device = z.string('The device is missing.').min(1, 'The device is missing.').max(64);

const Revision = z.int('The revision is missing.').min(0, 'The revision is a whole number from 0.');

export const Draft = z.object({
  part: DraftPart,
  /** Grows with every saved text. */
  revision: Revision,
  text: z.string(),
  savedAt: z.iso.datetime(),
  /** The calling browser saved it last. */
  isFromThisDevice: z.boolean(),
});
export type Draft = z.infer<typeof Draft>;

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/v1/programs/drafts',
  access: signedInOrGuest,
  right: 'own',
  load: 'heavy',
  summary: 'List the caller’s drafts for an assignment, or for practice, from all devices',
  query: z.object({ assignment: AssignmentId.default(''), device: Device.optional() }),
  reply: replyOf(z.array(Draft)),
});

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/programs/drafts/:part',
  access: signedInOrGuest,
  openDuringTests: 'Saving stays possible; nothing stored is returned.',
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  summary: 'Save a draft; 409 `diverged` if another device saved since `baseRevision`',
  params: z.object({ part: DraftPart }),
  bodyLimit: textsOf(MAX_TEXT),
  body: z.object({
    assignment: AssignmentId,
    text: ProgramText,
    /** The revision that the text is based on; 0 for the first. */
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
  openDuringTests: 'Saving stays possible; nothing stored is returned.',
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  summary: 'Save a program as a version; saving the same text again returns the same version',
  bodyLimit: textsOf(MAX_TEXT),
  body: z.object({
    assignment: AssignmentId,
    languageId: LanguageId,
    text: ProgramText,
    /** `Version 1`, `Version 2`, … by default. */
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
  summary: 'List the caller’s versions for an assignment, or for practice, newest first, 50 a page',
  query: z.object({
    assignment: AssignmentId.default(''),
    /** Only versions before this one. */
    before: z.uuid('That version is not known.').optional(),
  }),
  reply: replyOf(z.array(Version)),
});

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/v1/programs/versions/:versionId',
  access: signedInOrGuest,
  right: 'own',
  summary: 'Get one of the caller’s versions with its text',
  params: z.object({ versionId: z.uuid('That version is not known.') }),
  reply: replyOf(Version.extend({ text: z.string() })),
});

export const renameVersion = endpoint({
  method: 'PUT',
  path: '/api/v1/programs/versions/:versionId',
  access: signedInOrGuest,
  openDuringTests: 'A name is returned, no text.',
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  summary: 'Rename one of the caller’s versions',
  params: z.object({ versionId: z.uuid('That version is not known.') }),
  body: z.object({ name: VersionName }),
  reply: replyOf(Version),
});
