import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder that the machine shares with who has booted it, so that all is there when it is ended in the middle. */
const SHARED = '/shared';
const NAME = 'findings.json';
const NAME_OF_SUITE = 'suite.json';
/** What the tests that run now have told so far. */
export const SUITE = join(SHARED, NAME_OF_SUITE);

const read = (file, other) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : other);

/** What boots have found so far: versions, parts that are complete, and findings. */
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
