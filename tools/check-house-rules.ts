import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SCHEMA, findBreaches } from './house-rules.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = ['kinds', 'contract', 'server', 'runner', 'web'];

async function readSources() {
  const paths = await Promise.all(
    PROGRAMS.map(async (program) => {
      const found = await readdir(join(ROOT, program), { recursive: true });
      return found.map((path) => join(program, path));
    }),
  );
  const sources = paths
    .flat()
    .filter((path) => /\.tsx?$/.test(path) && !/node_modules|dist/.test(path));
  return Promise.all(
    [...sources, SCHEMA].map(async (path) => ({
      path,
      text: await readFile(join(ROOT, path), 'utf8'),
    })),
  );
}

const breaches = findBreaches(await readSources());
for (const { rule, path, line, table = '' } of breaches) {
  console.error(`error ${rule}: ${path}:${line} ${table}`);
}
if (breaches.length === 0) console.log('The house rules are kept.');
process.exitCode = breaches.length === 0 ? 0 : 1;
