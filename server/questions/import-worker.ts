import { ImportFormat } from '@vlabs/contract/questions/question-files';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { PublicError } from '../platform/errors.ts';
import type { ImportAnswer, ImportOrder } from './import-questions.ts';
import { writeImported } from './question-wire.ts';
import { readQuestionFile } from './read-file.ts';

const Order = z.object({ path: z.string(), format: ImportFormat.nullable() });

/** Runs in a separate process: a slow or large file cannot block the server. */
function read({ path, format: wanted }: ImportOrder): ImportAnswer {
  try {
    const { format, questions, notRead } = readQuestionFile(readFileSync(path), wanted);
    return { questions: { format, questions: questions.map(writeImported), notRead } };
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    const { status, code, message } = error;
    return { refusal: { status, code, message } };
  }
}
parentPort?.postMessage(read(Order.parse(workerData)), []);
