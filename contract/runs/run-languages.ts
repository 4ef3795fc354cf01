import { z } from 'zod';
import { Language, requireLanguage } from './languages.ts';

/** Programs without a source: scripts among their files compile and run them. */
export const MULTI_FILE = 'multi-file';
/** Judge0's number and name of them. */
export const MULTI_FILE_ID = 89;
export const MULTI_FILE_NAME = 'Multi-file program';

/** What a run can be written in. */
export const RunLanguage = z.enum([...Language.options, MULTI_FILE]);
export type RunLanguage = z.infer<typeof RunLanguage>;

/** For a number of Judge0 that is known to exist. */
export const requireRunLanguage = (id: number): RunLanguage =>
  id === MULTI_FILE_ID ? MULTI_FILE : requireLanguage(id).key;

/** The path of a script, which is not in a folder; null if there is none. */
export const findScript = (name: 'compile' | 'run', paths: readonly string[]): string | null =>
  [name, `${name}.sh`].find((path) => paths.includes(path)) ?? null;
