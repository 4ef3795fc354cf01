import { TEACHING_HEADER } from '@vlabs/contract/http/teaching-header';

/** Base path of the staff pages for students who assist. */
export const TEACHING_PATH = '/teaching';

const here = globalThis.location?.pathname ?? '';

/**
 * Whether this page is a staff page of an assistant. Moving between the two parts reloads the
 * document, so no data of one part stays in the other.
 */
export const isTeaching = here === TEACHING_PATH || here.startsWith(`${TEACHING_PATH}/`);

/** Header of every call from such a page; it grants nothing. */
export const teachingHeaders: Record<string, string> = isTeaching
  ? { [TEACHING_HEADER]: 'on' }
  : {};
