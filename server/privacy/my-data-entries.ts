import type { Result } from '@vlabs/contract/attempts/attempts';
import type { Pool } from 'pg';
import { listOwnAttempts, listOwnSteps } from '../attempts/attempts.reads.ts';
import { listAllHandIns } from '../assignments/assignments.reads.ts';
import { findAccount, listSessions } from '../auth/auth.reads.ts';
import { listOwnPasskeys } from '../auth/second-step/second-step.reads.ts';
import { listMemberships } from '../classes/classes.reads.ts';
import type { FinishedFile, StoredFiles } from '../files/files.reads.ts';
import { listOwnReads } from '../notices/notices.reads.ts';
import { safeName } from '../platform/zip/entry-names.ts';
import type { ZipEntry } from '../platform/zip/zip.ts';
import { PublicError } from '../platform/errors.ts';
import { inPages } from '../platform/lists/pages-of-rows.ts';
import { listAllDrafts, listAllVersions } from '../programs/programs.reads.ts';
import { listOwnTexts } from '../records/records.reads.ts';
import { listAllRuns } from '../runs/runs.reads.ts';
import { findLineOfList } from '../students/students.reads.ts';
import { listRequestsOf } from './data-requests.queries.ts';
import type { Area } from './personal-data.ts';
import { listIdentities } from '../sign-on/sign-on.reads.ts';

/** The services needed for a person's data. */
export interface Sources {
  pool: Pool;
  files: StoredFiles;
  /** As far as it has been released. */
  results: {
    getResult(key: { quizId: string; personId: string }, reader: 'student'): Promise<Result>;
  };
}

type Rows = AsyncIterable<object>;

/** One file per area, and the files that the person handed in. */
export async function* listMyData(sources: Sources, personId: string): AsyncGenerator<ZipEntry> {
  for (const [area, rows] of Object.entries(areasOf(sources, personId))) {
    yield { name: `${area}.json`, at: null, content: inJson(rows) };
  }
  for await (const file of filesOf(sources, personId)) {
    yield {
      name: pathOf(file),
      at: file.createdAt,
      content: await sources.files.openFile(file),
    };
  }
}

function areasOf(sources: Sources, personId: string): Record<Area, Rows> {
  const { pool } = sources;
  return {
    profile: inOnePage(async () => [
      { account: await findAccount(pool, personId), list: await findLineOfList(pool, personId) },
    ]),
    'sign-on': inOnePage(() => listIdentities(pool, personId)),
    sessions: inOnePage(async () => [
      ...(await listSessions(pool, personId)),
      ...(await listOwnPasskeys(pool, personId)),
    ]),
    classes: inOnePage(() => listMemberships(pool, personId)),
    drafts: inPages(listAllDrafts, pool, personId),
    versions: listVersions(sources, personId),
    runs: listRuns(sources, personId),
    'hand-ins': listHandIns(sources, personId),
    records: inOnePage(() => listOwnTexts(pool, personId)),
    attempts: listAttempts(sources, personId),
    timeline: listTimeline(sources, personId),
    notices: inPages(listOwnReads, pool, personId),
    requests: inOnePage(() => listRequestsOf(pool, personId)),
    files: listFiles(sources, personId),
  };
}

async function* inOnePage(list: () => Promise<object[]>): Rows {
  yield* await list();
}

async function* listVersions({ pool }: Sources, personId: string): Rows {
  for await (const version of inPages(listAllVersions, pool, personId)) {
    const { timestampMicros, ...rest } = version;
    yield { ...rest, savedAt: timestampMicros };
  }
}

async function* listRuns({ pool }: Sources, personId: string): Rows {
  for await (const run of inPages(listAllRuns, pool, personId)) {
    const { timestampMicros, sourceCode, stdin, stdout, ...rest } = run;
    const texts = { source: sourceCode.toString(), input: asText(stdin), output: asText(stdout) };
    const files = { files: rest.files.map(asFile), outputFiles: rest.outputFiles.map(asFile) };
    yield { ...rest, createdAt: timestampMicros, ...texts, ...files };
  }
}

const asFile = ({ path, bytes }: { path: string; bytes: Buffer }) => ({
  path,
  text: bytes.toString(),
});

const asText = (bytes: Buffer | null) => bytes?.toString() ?? null;

async function* listHandIns({ pool }: Sources, studentId: string): Rows {
  for await (const handIn of inPages(listAllHandIns, pool, studentId)) {
    const { studentId: _own, ...rest } = handIn;
    yield rest;
  }
}

async function* listAttempts({ pool, results }: Sources, personId: string): Rows {
  for await (const attempt of inPages(listOwnAttempts, pool, personId)) {
    const key = { quizId: attempt.quizId, personId };
    const isSubmitted = attempt.submittedAt !== null;
    const result = isSubmitted ? await results.getResult(key, 'student').catch(orNone) : null;
    yield { ...attempt, result };
  }
}

/** An attempt that was reopened meanwhile has no result. */
function orNone(error: unknown): null {
  if (error instanceof PublicError) return null;
  throw error;
}

async function* listTimeline({ pool }: Sources, personId: string): Rows {
  for await (const { quizId } of inPages(listOwnAttempts, pool, personId)) {
    const key = { quizId, personId };
    for await (const step of inPages(listOwnSteps, pool, key)) {
      const { id: _id, ...rest } = step;
      yield { quizId, ...rest };
    }
  }
}

const listHandedIn = (files: StoredFiles, personId: string, after: FinishedFile | null) =>
  files.listHandedIn(personId, after);

const filesOf = ({ files }: Sources, personId: string): AsyncGenerator<FinishedFile> =>
  inPages(listHandedIn, files, personId);

async function* listFiles(sources: Sources, personId: string): Rows {
  for await (const file of filesOf(sources, personId)) {
    const { fileId, name, mimeType, sizeBytes } = file;
    yield { fileId, name, mimeType, sizeBytes, path: pathOf(file) };
  }
}

/** Unique, because the id is in front of the name. */
const pathOf = ({ fileId, name }: FinishedFile): string =>
  `files/${safeName(fileId)} ${safeName(name)}`;

/** Streams a JSON list in pieces. */
async function* inJson(rows: Rows): AsyncGenerator<string> {
  let text = '[';
  let between = '\n';
  for await (const row of rows) {
    text += `${between}${JSON.stringify(row, null, 2)}`;
    between = ',\n';
    if (text.length < TEXT_LENGTH) continue;
    yield text;
    text = '';
  }
  yield `${text}\n]\n`;
}

const TEXT_LENGTH = 32 * 1024;
