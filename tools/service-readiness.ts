import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 500;
const ASK_TIMEOUT_MS = 5000;
/** As server/config.ts has them. */
const HOST = '127.0.0.1';
const PORT = '3000';
/** Who listens everywhere is reached here as well. */
const EVERYWHERE = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/**
 * Where a service listens.
 * @param environment what `systemctl show --property=Environment --value` prints: `NAME=value` with blanks between, in quotes where a
 *   value holds some; the last of a name counts
 * @returns null where it takes whichever port is free
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
 * Asks /readyz until the product serves.
 * @returns null once it does; after maxMs what was answered last
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
    return reply.ok ? null : `It answers: ${text}`;
  } catch {
    return 'Nothing answers there.';
  }
}
