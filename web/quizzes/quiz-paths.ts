export const DETAILS_PATH = '/admin/create-quiz';

const search = (draft: string | null): string => (draft === null ? '' : `?draft=${draft}`);

/** The details form of a draft; null means the draft in this browser. */
export const detailsPath = (draft: string | null): string => `${DETAILS_PATH}${search(draft)}`;

export const builderPath = (draft: string | null): string => `${DETAILS_PATH}/quiz${search(draft)}`;
