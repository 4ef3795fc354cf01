import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../testing/patience.ts';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const SORT = '#include <algorithm>\n#include <iostream>\n#include <vector>\n';

/** The output of the compiler when the runner's reported command is run by hand. */
async function compileByHand(language: Language, source: string): Promise<string> {
  const reported = (await runner.status()).languages.find((one) => one.language === language);
  const [program = '', ...words] = reported?.compileCommand?.replace(' %s', '').split(' ') ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-by-hand-'));
  await writeFile(join(folder, languageOf(language).sourceFile), source);
  const printed = await new Promise<string>((resolve) => {
    const options = { cwd: folder, env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' } };
    execFile(program, words, options, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  await rm(folder, { recursive: true });
  return printed;
}

async function waitForHeader(): Promise<void> {
  const folder = join(runner.folder, 'shared', 'headers');
  await vi.waitFor(async () => {
    const [name = 'none'] = await readdir(folder);
    expect((await stat(join(folder, name, 'block.h.gch'))).size).toBeGreaterThan(0);
  }, PATIENTLY);
}

async function countHeaderHits(): Promise<number> {
  const caches = (await runner.status()).caches ?? [];
  return caches.find(({ name }) => name === 'precompiled_headers')?.hits ?? 0;
}

describe.skipIf(cannotConfine)('a faster method gives the plain compiler’s result', () => {
  test('a program whose includes are precompiled prints the same as before', async () => {
    const source = `${SORT}int main(){std::vector<int> v{3,1,2};std::sort(v.begin(),v.end());for(int x:v)std::cout<<x<<__LINE__;}`;
    // Another program for each attempt, so that none comes from the cache of programs.
    const named = (name: string) => `${source}\n// ${name} ${randomUUID()}`;
    const before = await runner.run({ language: 'cpp', source: named('before') });
    await waitForHeader();
    const hits = await countHeaderHits();
    const after = await runner.run({ language: 'cpp', source: named('after') });
    expect(before.stdout).toBe('142434');
    expect(after).toMatchObject({ verdict: 'accepted', stdout: before.stdout, compileOutput: '' });
    expect(await countHeaderHits()).toBe(hits + 1);
  });

  const faulty: [Language, string, string][] = [
    ['cpp', 'an undeclared name', `${SORT}int main(){ return count; }`],
    [
      'cpp',
      'a fault inside a template',
      `${SORT}struct S{};int main(){std::vector<S> v(2);std::sort(v.begin(),v.end());}`,
    ],
    ['cpp', 'only a warning', `${SORT}int main(){ return 1/0; }`],
    ['cpp', 'a header that is not there', '#include <iostreams>\nint main(){}'],
    [
      'cpp',
      'a name that only another header declares',
      '#include <cstdio>\nint main(){ std::vector<int> v; }',
    ],
    ['c', 'a missing semicolon', '#include <stdio.h>\nint main(void){ puts("x") }'],
    ['java', 'a wrong type', 'public class Main { int x = "text"; }'],
    ['java', 'a missing class', 'public class Main { Missing x; }'],
    [
      'java',
      'an unchecked warning',
      'import java.util.*;\npublic class Main { public static void main(String[] x){ List l = new ArrayList(); l.add(1); } }',
    ],
    ['java', 'letters beyond ASCII', 'public class Main { int ä = größe; }'],
  ];
  test.for(faulty)('%s, %s: the same output', async ([language, , source]) => {
    await runner.run({ language, source: `${source}\n// seen before` });
    const outcome = await runner.run({ language, source });
    expect(outcome.compileOutput).toBe(await compileByHand(language, source));
  });

  test('a program that contains its compilation time is never cached', async () => {
    const source = '#include <stdio.h>\nint main(void){ puts(__TIME__); }';
    const seen = new Set<string>();
    await vi.waitFor(async () => {
      seen.add((await runner.run({ language: 'c', source })).stdout);
      expect(seen.size).toBeGreaterThan(1);
    }, PATIENTLY);
  });

  test('a source cannot include files from the folder of precompiled headers', async () => {
    const outcome = await runner.run({
      language: 'cpp',
      source: '#include <../../shared/headers/block.h>\nint main(){}',
    });
    expect(outcome.verdict).toBe('compile_error');
  });
});
