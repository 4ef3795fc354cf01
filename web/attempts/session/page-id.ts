import { makeRandomHex } from '../../platform/random-ids.ts';
import { tabStorage } from '../../platform/storage/browser-storage.ts';

/** Identifies this page. */
export const makePageId = () => makeRandomHex(12);

const LAST_PAGE_KEY = 'vlabs.attempt-page';

/** Id of the previous page of this window, so that a reload does not count as another device. */
export function replacePageId(next: string): string | null {
  try {
    const before = tabStorage().getItem(LAST_PAGE_KEY);
    tabStorage().setItem(LAST_PAGE_KEY, next);
    return before;
  } catch {
    // Without storage, a reload counts as another page; this only affects the timeline.
    return null;
  }
}
