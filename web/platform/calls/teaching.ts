import { TEACHING_HEADER } from '@vlabs/contract/rights';

/** Below this address stand the pages of staff for a student who assists. */
export const TEACHING_PATH = '/teaching';

const here = globalThis.location?.pathname ?? '';

/**
 * This page is one of those. They are loaded anew from a student's own pages, and the other way round, so that
 * nothing that was shown in the one part is left in the other.
 */
export const isTeaching = here === TEACHING_PATH || here.startsWith(`${TEACHING_PATH}/`);

/** What every call of such a page says; it gives no right. */
export const teachingHeaders: Record<string, string> = isTeaching
  ? { [TEACHING_HEADER]: 'on' }
  : {};
