import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 500;
const ASK_TIMEOUT_MS = 5000;
/** The defaults of server/config.ts. */
const HOST = '127.0.0.1';
const PORT = '3000';
/** A server that listens on all addresses is reached at these. */
const EVERYWHERE = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/**
 * The URL of a service.
 * @param environment the output of `systemctl show --property=Environment --value`: `NAME=value` separated by
 * blanks, quoted if a value contains blanks; the last value of a name counts
 * @returns null if the port is chosen at the start
 */
export function findServiceUrl(environment: string): string | null {
  const settings = new Map<string, string>();
  for (const [, quoted, plain = ''] of environment.matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const [name = '', ...value] = (quoted ?? plain).split('=');
    settings.set(name, value.join('='));
  }
  const port = settings.get('PORT') || PORT;
  if (port === '0') return null;
  const named = settings.get('HOST') || HOST;
  const host = EVERYWHERE.get(named) ?? named;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Polls /readyz until the product serves.
 * @returns null when it does; after maxMs the last reply
 */
export async function waitUntilServing(url: string, maxMs: number): Promise<string | null> {
  const deadline = performance.now() + maxMs;
  for (;;) {
    const answer = await askWhetherReady(url);
    if (answer === null || performance.now() + LOOK_AGAIN_MS > deadline) return answer;
    await pause(LOOK_AGAIN_MS);
  }
}

async function askWhetherReady(url: string): Promise<string | null> {
  try {
    const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    const text = await reply.text();
    return reply.ok ? null : `It replied: ${text}`;
  } catch {
    return 'Nothing listens there.';
  }
}
