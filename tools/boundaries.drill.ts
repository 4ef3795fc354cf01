import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
let house: string;

beforeEach(async () => {
  house = await mkdtemp(join(tmpdir(), 'vlabs-house-'));
});
afterEach(() => rm(house, { recursive: true }));

/** Names the rules that are broken by imports between files of a small project. */
async function rulesBrokenBy(from: string, to: string): Promise<string[]> {
  const path = `${'../'.repeat(from.split('/').length - 1)}${to}`;
  await write(to, 'export const thing = 1;\n');
  await write(from, `import { thing } from '${path}';\nexport const other = thing;\n`);
  return cruise();
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(house, path)), { recursive: true });
  await writeFile(join(house, path), text);
}

function cruise(): Promise<string[]> {
  const program = join(ROOT, 'node_modules/.bin/depcruise');
  const config = join(ROOT, 'tools/boundaries.cjs');
  const options = [program, '--config', config, '--output-type', 'err', '.'];
  return new Promise((resolve) => {
    execFile(process.execPath, options, { cwd: house }, (_error, stdout) => {
      resolve([...stdout.matchAll(/error ([a-z0-9-]+):/g)].map((match) => match[1] ?? ''));
    });
  });
}

test.each([
  ['contract-imports-only-zod', 'contract/auth/auth.ts', 'server/app.ts'],
  [
    'kinds-import-only-texts-and-terms-of-programs',
    'contract/kinds/options.ts',
    'contract/auth/auth.ts',
  ],
  ['only-kinds-know-a-kind', 'web/quizzes/builder.ts', 'web/kinds/number/editor.ts'],
  ['web-server-and-runner-share-only-the-contract', 'web/main.tsx', 'server/platform/errors.ts'],
  ['web-server-and-runner-share-only-the-contract', 'runner/main.ts', 'server/platform/errors.ts'],
  [
    'features-import-only-lower-levels',
    'server/platform/jobs/jobs.ts',
    'server/runs/runs.reads.ts',
  ],
  [
    'features-import-only-lower-levels',
    'server/files/files.service.ts',
    'server/assignments/assignments.reads.ts',
  ],
  [
    'features-import-only-lower-levels',
    'server/quizzes/quizzes.service.ts',
    'server/assignments/assignments.reads.ts',
  ],
  ['features-import-only-lower-levels', 'server/auth/auth.routes.ts', 'server/app.ts'],
  ['features-import-only-lower-levels', 'web/platform/retry.ts', 'web/ui/frame/Page.tsx'],
  ['features-import-only-lower-levels', 'web/ui/frame/Frame.tsx', 'web/workspace/starters.ts'],
  ['features-import-only-lower-levels', 'web/classes/ClassPage.tsx', 'web/quizzes/quiz-words.ts'],
  ['tools-and-benches-do-not-import-each-other', 'lab/servers/main.ts', 'bench/table.ts'],
  ['tools-and-benches-do-not-import-each-other', 'bench/exec.ts', 'tools/start.ts'],
  [
    'features-import-each-other-only-through-reads',
    'server/quizzes/quizzes.service.ts',
    'server/auth/people.queries.ts',
  ],
  [
    'features-import-each-other-only-through-reads',
    'server/similarity/similarity.service.ts',
    'server/auth/people.queries.ts',
  ],
  [
    'only-the-judge0-folder-uses-judge0-terms',
    'server/runs/runs.service.ts',
    'server/runs/judge0/fields.ts',
  ],
  ['routes-do-not-import-queries', 'server/auth/auth.routes.ts', 'server/auth/people.queries.ts'],
  ['no-imports-of-tests', 'server/auth/passwords.ts', 'server/testing/acts/make.ts'],
])('%s: %s may not import %s', async (rule, from, to) => {
  expect(await rulesBrokenBy(from, to)).toContain(rule);
});

test('no-cycles: two files may not import each other', async () => {
  await write('server/a.ts', "import { b } from './b.ts';\nexport const a = b;\n");
  await write('server/b.ts', "import { a } from './a.ts';\nexport const b = a;\n");
  expect(await cruise()).toContain('no-cycles');
});

test.each([
  ['server/quizzes/quizzes.service.ts', 'server/students/students.reads.ts'],
  ['server/runs/runs.service.ts', 'server/platform/jobs/jobs.ts'],
  ['server/runs/judge0/fields.ts', 'server/runs/store/run-result.ts'],
  ['server/app.ts', 'server/auth/auth.routes.ts'],
  ['server/auth/auth.routes.ts', 'server/config.ts'],
  ['server/demo/demo.ts', 'server/quizzes/store/quizzes.queries.ts'],
  ['web/workspace/WorkspacePage.tsx', 'contract/runs/runs.ts'],
])('%s may import %s', async (from, to) => {
  expect(await rulesBrokenBy(from, to)).toEqual([]);
});
