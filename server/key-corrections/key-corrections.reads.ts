import { listCorrections } from './key-corrections.queries.ts';

export type { KeyCorrection } from './key-corrections.queries.ts';

/** Corrections of the keys of a quiz, the first one first. */
export const listKeyCorrections = listCorrections;
