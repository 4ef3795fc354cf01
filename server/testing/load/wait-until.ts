import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 250;

/**
 * Polls until the condition holds; a check that throws counts as false. Throws an error with the condition's name
 * after the time limit.
 */
export async function waitUntil(
  what: string,
  withinSeconds: number,
  look: () => Promise<boolean> | boolean,
): Promise<void> {
  if (await comesWithin(withinSeconds, look)) return;
  throw new Error(`Not reached within ${withinSeconds} s: ${what}.`);
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
      // No reply yet counts as false.
    }
    await delay(LOOK_EVERY_MS);
  } while (performance.now() < until);
  return false;
}
