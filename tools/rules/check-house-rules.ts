import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS, findBreaches, isTest } from './house-rules.ts';
import { findUnreachableTexts } from './scrolled-texts.ts';
import { findMutualImports } from './sibling-folders.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAMS = ['contract', 'server', 'runner', 'web'];
/** Here only tests are checked; the tests of the rules themselves contain forbidden code. */
const TEST_FOLDERS = ['tools', 'lab', 'e2e'];
const OWN_TEST = 'tools/rules/house-rules.test.ts';

async function readSources() {
  const paths = await Promise.all(
    [...PROGRAMS, ...TEST_FOLDERS].map(async (folder) => {
      const found = await readdir(join(ROOT, folder), { recursive: true });
      const kind = TEST_FOLDERS.includes(folder)
        ? /\.(?:test|drill|spec|setup)\.tsx?$/
        : /\.(?:tsx?|css)$|(?:^|\/)README\.md$/;
      return found.filter((path) => kind.test(path)).map((path) => join(folder, path));
    }),
  );
  const sources = paths
    .flat()
    .filter(
      (path) =>
        path !== OWN_TEST && !/node_modules|dist|^runner\/(?:hostile|differential)\//.test(path),
    );
  const migrations = (await readdir(join(ROOT, MIGRATIONS))).map((name) => join(MIGRATIONS, name));
  return Promise.all(
    [...sources, ...migrations].map(async (path) => ({
      path,
      text: await readFile(join(ROOT, path), 'utf8'),
    })),
  );
}

const sources = await readSources();
const breaches = [
  ...findBreaches(sources),
  ...findUnreachableTexts(sources),
  ...findMutualImports(sources.filter(({ path }) => !isTest(path))),
];
for (const { rule, path, line, table = '' } of breaches) {
  console.error(`error ${rule}: ${path}:${line} ${table}`);
}
if (breaches.length === 0) console.log('The house rules are kept.');
process.exitCode = breaches.length === 0 ? 0 : 1;
