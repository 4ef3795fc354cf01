import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import { HANG_MS } from '../runner/testing/patience.ts';

/** Far more than any file of a journey takes. */
const WHOLE_AFTER_MS = HANG_MS / 4;

/**
 * Clicks, and reads what the browser saves. Chromium was seen to announce a file and never to say
 * that it is whole: who waits for such a one clicks again, as a person would, once.
 */
export async function saveBy(button: Locator): Promise<{ name: string; bytes: Buffer }> {
  return (
    (await clickAndSave(button)) ??
    (await clickAndSave(button)) ??
    Promise.reject(new Error('The browser announced a file twice and never had it whole.'))
  );
}

async function clickAndSave(button: Locator): Promise<{ name: string; bytes: Buffer } | null> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  const whole = file.path();
  // Of a file that is given up nobody hears later.
  whole.catch(() => {});
  const path = await Promise.race([whole, wait(WHOLE_AFTER_MS, null, { ref: false })]);
  if (path === null) return null;
  return { name: file.suggestedFilename(), bytes: await readFile(path) };
}
