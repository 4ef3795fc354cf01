import * as bankContract from '@vlabs/contract/questions/question-bank';
import * as contract from '@vlabs/contract/questions/question-files';
import { mkdir } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { incomingFolder } from '../platform/start/data-folder.ts';
import { PublicError } from '../platform/errors.ts';
import { readMultipartBodies, receiveForm } from '../platform/http/multipart.ts';
import { queueFileRead } from '../platform/jobs/file-read-queue.ts';
import { type Caller, answer, done, serve } from '../platform/http/serve.ts';
import { type AccessScope, scopeOf } from '../platform/access/access-scope.ts';
import * as bank from './bank.service.ts';
import type { BankScope } from './bank.service.ts';
import { MAX_FILE_BYTES, tooLargeFile } from './reading/file-refusals.ts';
import { importQuestions } from './import-questions.ts';
import { exportQuestions } from './questions.service.ts';

interface Parts {
  pool: Pool;
  config: Config;
}

export function questionRoutes(app: FastifyInstance, parts: Parts): void {
  const { pool } = parts;
  serve(app, contract.exportQuestions, async ({ scope, query, response }) => {
    const { contents, contentType, name } = await exportQuestions(pool, scope, query);
    return response
      .header('content-type', contentType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(typeof contents === 'string' ? contents : Buffer.from(contents));
  });
  bankRoutes(app, pool);
  app.register(async (scope) => importRoutes(scope, parts));
}

function bankRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, bankContract.listBankQuestions, async ({ caller, scope, query, request }) =>
    answer(await bank.listBankQuestions(pool, bankScopeOf(caller, scope, request), query)),
  );
  serve(app, bankContract.drawBankQuestions, async ({ caller, scope, body, request }) =>
    answer(await bank.drawBankQuestions(pool, bankScopeOf(caller, scope, request), body)),
  );
  serve(app, bankContract.keepBankQuestions, async ({ scope, body }) =>
    answer(await bank.keepBankQuestions(pool, scope, body), 'Added to the question bank.'),
  );
  serve(app, bankContract.labelBankQuestion, async ({ scope, params, body }) => {
    await bank.labelBankQuestion(pool, { ...params, writes: scope }, body);
    return done('Saved.');
  });
  serve(app, bankContract.shareBankQuestion, async ({ scope, params, body }) => {
    await bank.shareBankQuestion(pool, { ...params, writes: scope }, body.isShared);
    return done(body.isShared ? 'Question shared with all staff.' : 'Question no longer shared.');
  });
  serve(app, bankContract.deleteBankQuestion, async ({ scope, params }) => {
    await bank.deleteBankQuestion(pool, { ...params, writes: scope });
    return done('Question removed from the bank.');
  });
}

/** The reply says what the reader may change. */
const bankScopeOf = (caller: Caller, reads: AccessScope, request: FastifyRequest): BankScope => ({
  reads,
  writes: scopeOf(caller, bankContract.labelBankQuestion.right),
  // Student assistants are staff only in their class, and may sit a test with other questions.
  readsShared: request.caller?.role !== 'student',
});

async function importRoutes(scope: FastifyInstance, { config }: Parts): Promise<void> {
  // Uploads are read and removed immediately; after a crash they are swept.
  const folder = incomingFolder(config.dataFolder);
  readMultipartBodies(scope);
  serve(scope, contract.importQuestions, async ({ caller, request }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const limits = { folder, maxFileBytes: MAX_FILE_BYTES, tooLarge: tooLargeFile };
    const form = await receiveForm(request, limits);
    try {
      const { file, fields } = form;
      if (!file) throw noFile();
      const [format = null] = fields.get('format') ?? [];
      return answer(await queueFileRead(caller.id, () => importQuestions(file.path, format)));
    } finally {
      await form.discard();
    }
  });
}

function noFile(): PublicError {
  return new PublicError(400, 'no_file', 'Send the questions in a form, as a file named "file".');
}
