import { createRun, type Run } from '@vlabs/contract/runs/runs';
import { call } from '../../platform/calls/call.ts';
import { decodeBase64Text, encodeBase64Text } from '../../platform/base64-text.ts';
import type { Program } from './find-program.ts';

const STATUS_ACCEPTED = 3;
/** The server answers a waiting call after 30 s. */
const UNFINISHED = new Set([1, 2]);

export type Ran =
  | { printed: string }
  /** Why there is no usable output. */
  | { problem: string };

/** Runs one program in the sandbox and returns its output. */
export async function runProgram(
  { source, languageId }: Program,
  signal: AbortSignal,
): Promise<Ran> {
  const query = { base64_encoded: 'true', wait: 'true' };
  const body = { source_code: encodeBase64Text(source), language_id: languageId };
  return readRun(await call(createRun, { query, body }, { signal }));
}

function readRun(run: Run): Ran {
  const status = run.status ?? { id: 13, description: 'Internal Error' };
  if (UNFINISHED.has(status.id)) return { problem: 'The program didn’t finish within 30 seconds.' };
  if (status.id === STATUS_ACCEPTED) return { printed: decodeBase64Text(run.stdout ?? '') };
  return { problem: `The program can’t be run: ${status.description}.` };
}
