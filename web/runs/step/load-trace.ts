import { getRun } from '@vlabs/contract/runs/runs';
import { readTrace } from '@vlabs/contract/runs/trace/read-trace';
import { type Replayed, replay } from '@vlabs/contract/runs/trace/replay';
import { decodeBase64 } from '../../platform/base64-text.ts';
import { call } from '../../platform/calls/call.ts';

/** The trace of a run that has ended; null if the program never started. */
export async function loadTrace(token: string, signal: AbortSignal): Promise<Replayed | null> {
  const query = { base64_encoded: 'true', fields: 'trace' };
  const run = await call(getRun, { params: { token }, query }, { signal });
  return typeof run.trace === 'string' ? unpackTrace(run.trace) : null;
}

/** @param packed JSON lines, packed by gzip, in base64 */
export async function unpackTrace(packed: string): Promise<Replayed> {
  const bytes = new Blob([decodeBase64(packed)]).stream();
  const lines = bytes.pipeThrough(new DecompressionStream('gzip'));
  const trace = readTrace(await new Response(lines).text());
  if (!trace) throw new Error('The steps that the server sent can’t be read.');
  return replay(trace);
}
