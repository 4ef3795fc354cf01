import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import { HANG_MS } from '../runner/testing/patience.ts';

/** Far more than any file of a journey takes. */
const WHOLE_AFTER_MS = HANG_MS / 4;

/**
 * Clicks and returns the downloaded file. Chromium sometimes announces a download and never completes it; then this
 * clicks again once, as a person would.
 */
export async function saveBy(button: Locator): Promise<{ name: string; bytes: Buffer }> {
  return (
    (await clickAndSave(button)) ??
    (await clickAndSave(button)) ??
    Promise.reject(new Error('The browser announced a download twice and never completed it.'))
  );
}

async function clickAndSave(button: Locator): Promise<{ name: string; bytes: Buffer } | null> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  const whole = file.path();
  // An abandoned file is never reported again.
  whole.catch(() => {});
  const path = await Promise.race([whole, wait(WHOLE_AFTER_MS, null, { ref: false })]);
  if (path === null) return null;
  return { name: file.suggestedFilename(), bytes: await readFile(path) };
}
