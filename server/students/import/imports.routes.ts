import { readRefusalCode } from '@vlabs/contract/http/refusal-codes';
import { ColumnMatch } from '@vlabs/contract/students/student-lists';
import * as contract from '@vlabs/contract/students/student-imports';
import { mkdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { incomingFolder } from '../../platform/start/data-folder.ts';
import { PublicError } from '../../platform/errors.ts';
import { readMultipartBodies, receiveForm } from '../../platform/http/multipart.ts';
import { answer, done, serve } from '../../platform/http/serve.ts';
import { MAX_LIST_BYTES, tooLargeList } from './lists/list-text.ts';
import type { HowToRead, StudentImports } from './student-imports.ts';

interface Parts {
  config: Config;
  studentImports: StudentImports;
}

export function importRoutes(app: FastifyInstance, parts: Parts): void {
  const { studentImports } = parts;
  app.register(async (scope) => previewRoutes(scope, parts));
  serve(app, contract.uploadAll, async ({ caller, body, request }) => {
    const file = { link: body['student-file'], host: request.host };
    const { columnMatch = null, termId = null, alsoDoubtful, endsMissing, endsMany } = body;
    const how = { columnMatch, termId, alsoDoubtful, endsMissing, endsMany };
    const importId = await studentImports.begin(caller, file, how);
    const now = body.wait
      ? await studentImports.getEnded(caller, importId)
      : await studentImports.get(importId);
    if (now.state === 'failed') {
      throw new PublicError(400, readRefusalCode(now.failureCode ?? ''), now.failureMessage ?? '');
    }
    return now.state === 'done'
      ? answer(now, 'File has been uploaded successfully')
      : answer(now, 'Importing the list.');
  });
  serve(app, contract.previewStudentsAgain, async ({ caller, params, body }) => {
    const { columnMatch = null, termId = null, alsoDoubtful } = body;
    const how = { columnMatch, termId, alsoDoubtful };
    return answer(await studentImports.planAgain(caller, params.importId, how));
  });
  serve(app, contract.applyStudentImport, async ({ caller, params, body }) =>
    answer(await studentImports.apply(caller, params.importId, body), 'Importing the list.'),
  );
  serve(app, contract.getStudentImport, async ({ params }) =>
    answer(await studentImports.get(params.importId)),
  );
  serve(app, contract.cancelStudentImport, async ({ params }) => {
    await studentImports.cancel(params.importId);
    return done('Cancelling the import. Nothing will be saved.');
  });
}

async function previewRoutes(
  scope: FastifyInstance,
  { config, studentImports }: Parts,
): Promise<void> {
  // Uploads are read and removed immediately; after a crash they are swept.
  const folder = incomingFolder(config.dataFolder);
  readMultipartBodies(scope);
  serve(scope, contract.previewStudents, async ({ caller, request }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const form = await receiveForm(request, {
      folder,
      maxFileBytes: MAX_LIST_BYTES,
      maxFieldBytes: MAX_MATCH_BYTES,
      tooLarge: tooLargeList,
    });
    try {
      const { file, fields } = form;
      if (!file) throw noFile();
      const how = readDecisions(fields);
      return answer(await studentImports.plan(caller, file, how));
    } finally {
      await form.discard();
    }
  });
}

/** The size of a column match with the maximum number of headings, as JSON. */
const MAX_MATCH_BYTES = 48 * 1024;

/** The admin's decisions are form fields. */
function readDecisions(fields: ReadonlyMap<string, string[]>): HowToRead {
  const [written] = fields.get('columnMatch') ?? [];
  const [alsoDoubtful] = fields.get('alsoDoubtful') ?? [];
  const [term] = fields.get('termId') ?? [];
  const columnMatch = written === undefined ? null : readColumnMatch(written);
  const termId = term === undefined ? null : readTermId(term);
  return { columnMatch, alsoDoubtful: alsoDoubtful === 'true', termId };
}

function readTermId(written: string): string {
  const read = z.uuid().safeParse(written);
  if (read.success) return read.data;
  const message = 'Choose the term of the classes.';
  throw new PublicError(400, 'invalid', message, { termId: message });
}

function readColumnMatch(written: string): ColumnMatch {
  const read = ColumnMatch.safeParse(parseJson(written));
  if (read.success) return read.data;
  const message = 'The column match can’t be read. Choose the columns again.';
  throw new PublicError(400, 'wrong_columns', message, { columnMatch: message });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function noFile(): PublicError {
  return new PublicError(400, 'no_file', 'Send the list in a form, as a file named "file".');
}
