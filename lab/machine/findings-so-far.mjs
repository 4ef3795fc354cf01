import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder that the machine shares with its host, so that results survive if it is ended. */
const SHARED = '/shared';
const NAME = 'findings.json';
const NAME_OF_SUITE = 'suite.json';
/** Results of the tests that run now. */
export const SUITE = join(SHARED, NAME_OF_SUITE);

const read = (file, other) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : other);

/** Results of all boots so far: versions, complete parts, and findings. */
export function readState(shared) {
  const nothing = { versions: [], complete: [], findings: [] };
  const state = read(join(shared, NAME), nothing);
  return { ...state, findings: [...state.findings, ...read(join(shared, NAME_OF_SUITE), [])] };
}

export function writeState(state) {
  const unfinished = join(SHARED, `${NAME}-unfinished`);
  writeFileSync(unfinished, JSON.stringify(state));
  renameSync(unfinished, join(SHARED, NAME));
}
