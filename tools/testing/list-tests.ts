import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FILES = '{contract,server,runner,web,tools,lab}/**/*.test.{ts,tsx}';
/** Test servers, runners, databases and programs are all started through one of these. */
const STARTS_PROCESSES = /from '(?:[^']*\/testing\/|node:child_process)/;

/**
 * The test files, distinguished by their imports. Files that start servers, runners or programs depend on the
 * machine and are retried; pure ones never are.
 */
export function listTests(): { rules: string[]; services: string[] } {
  const files = globSync(FILES, {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  const tests: { rules: string[]; services: string[] } = { rules: [], services: [] };
  for (const file of files.toSorted()) {
    const starts = STARTS_PROCESSES.test(readWithSetUps(file));
    tests[starts ? 'services' : 'rules'].push(file);
  }
  return tests;
}

function readWithSetUps(file: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imported = Array.from(
    text.matchAll(/from '(\.[^']*\.setup\.ts)'/g),
    ([, path = '']) => path,
  );
  return [text, ...imported.map((path) => readWithSetUps(join(dirname(file), path)))].join('\n');
}
