import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 250;

/** Looks again and again; an answer that throws is a no. Throws with the name of what did not come. */
export async function waitUntil(
  what: string,
  withinSeconds: number,
  look: () => Promise<boolean> | boolean,
): Promise<void> {
  if (await comesWithin(withinSeconds, look)) return;
  throw new Error(`Within ${withinSeconds} s it did not come that ${what}.`);
}

export async function comesWithin(
  seconds: number,
  look: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const until = performance.now() + seconds * 1000;
  do {
    try {
      if (await look()) return true;
    } catch {
      // What does not answer yet has not come.
    }
    await delay(LOOK_EVERY_MS);
  } while (performance.now() < until);
  return false;
}
