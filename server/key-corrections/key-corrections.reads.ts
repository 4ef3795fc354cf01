import { listCorrections } from './key-corrections.queries.ts';

export type { KeyCorrection } from './key-corrections.queries.ts';

/** The key corrections of a quiz, oldest first. */
export const listKeyCorrections = listCorrections;
