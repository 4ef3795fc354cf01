import { makeRandomHex } from '../../platform/random-ids.ts';

/** Tells this page apart from every other one. */
export const makePageId = () => makeRandomHex(12);

const LAST_PAGE_KEY = 'vlabs.attempt-page';

/** The page that this window showed before, so that a reload is not taken for another device. */
export function replacePageId(next: string): string | null {
  try {
    const before = sessionStorage.getItem(LAST_PAGE_KEY);
    sessionStorage.setItem(LAST_PAGE_KEY, next);
    return before;
  } catch {
    // Without storage a reload counts as another page, which changes nothing but a line.
    return null;
  }
}
