import type { Language } from '@vlabs/contract/runs/languages';
import { afterAll, describe, expect, test } from 'vitest';
import { filesOf } from './testing/program-files.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const textOf = (base64: string) => Buffer.from(base64, 'base64').toString();
const limits = { fileSizeKb: 5120 };

/** The files that a program wrote, with their texts. */
async function writtenFilesOf(source: string, order: object = {}, language: Language = 'python') {
  const given = { language, source, limits, order: { collectFiles: true, ...order } };
  const { files } = await runner.run(given);
  return files?.map(({ path, contentBase64 }) => [path, textOf(contentBase64)]);
}

const pathsOf = async (source: string, order: object = {}) =>
  (await writtenFilesOf(source, order))?.map(([path]) => path);

const inputsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    stdinBase64: Buffer.from(String(index)).toString('base64'),
    expectedOutputBase64: null,
  }));

describe.skipIf(cannotConfine)('the files that a program writes', () => {
  test('are returned with their folders, in the order of their paths', async () => {
    const source = `import os
os.makedirs('out/deep/er')
for path in ('b.txt', 'a.txt', 'out/deep/er/last.csv'):
    open(path, 'w').write(path)
open('größe mit blank.txt', 'wb').write(bytes(3))`;
    expect(await writtenFilesOf(source)).toEqual([
      ['a.txt', 'a.txt'],
      ['b.txt', 'b.txt'],
      ['größe mit blank.txt', '\0\0\0'],
      ['out/deep/er/last.csv', 'out/deep/er/last.csv'],
    ]);
  });

  test('are not returned unless they are asked for', async () => {
    const source = 'open("a", "w").write("x")';
    expect(await runner.run({ language: 'python', source })).not.toHaveProperty('files');
  });

  test('are none of the program’s own, unless it changes its data', async () => {
    const files = filesOf({ 'util.py': 'x = 1', 'data.txt': 'old', 'same.txt': 'same' });
    const source = `import util
open('data.txt', 'a').write(' and new')
open('same.txt', 'w').write('same')
open('script.py', 'a').write('# more')`;
    expect(await writtenFilesOf(source, { files })).toEqual([['data.txt', 'old and new']]);
  });

  test('are returned by C and Java as well, without what was compiled', async () => {
    const c =
      '#include <stdio.h>\nint main(void) { FILE *f = fopen("c.txt", "w"); fputs("from C", f); }';
    expect(await writtenFilesOf(c, {}, 'c')).toEqual([['c.txt', 'from C']]);
    const java = `public class Main { public static void main(String[] a) throws Exception {
      java.nio.file.Files.writeString(java.nio.file.Path.of("java.txt"), "from Java"); } }`;
    expect(await writtenFilesOf(java, {}, 'java')).toEqual([['java.txt', 'from Java']]);
  });

  test('are returned from a program that fails or is too slow', async () => {
    const failing = 'open("a.txt", "w").write("x")\nraise SystemExit(3)';
    expect(await pathsOf(failing)).toEqual(['a.txt']);
    const slow = 'open("a.txt", "w").write("x")\nwhile True: pass';
    const short = { ...limits, cpuTimeMs: 200, extraTimeMs: 0 };
    const order = { collectFiles: true };
    const outcome = await runner.run({ language: 'python', source: slow, limits: short, order });
    expect(outcome).toMatchObject({ verdict: 'time_limit', files: [{ path: 'a.txt' }] });
  });

  test('are of each input, and of its last repetition', async () => {
    const source = 'name = input()\nopen(name + ".txt", "w").write(name)';
    const order = { collectFiles: true, inputs: inputsOf(3), timesEach: 2 };
    const { outcome } = await runner.runAll({ language: 'python', source, order });
    const paths = outcome.executions.map(({ files }) => files?.map(({ path }) => path));
    expect(paths).toEqual([['0.txt'], ['1.txt'], ['2.txt']]);
  });

  test('are at most twenty, and five megabytes in all inputs together', async () => {
    const many = 'for n in range(1000): open(f"f{n}", "w").write("x")';
    expect(await pathsOf(many)).toHaveLength(20);
    const source = 'n = int(input())\nopen("big", "wb").write(bytes(2_000_000))';
    const order = { collectFiles: true, inputs: inputsOf(4) };
    const { outcome } = await runner.runAll({ language: 'python', source, limits, order });
    expect(outcome.executions.map(({ files }) => files?.length)).toEqual([1, 1, 0, 0]);
    const whole = 'open("big", "wb").write(bytes(5 * 1024 * 1024))';
    expect(await pathsOf(whole)).toEqual(['big']);
    const larger = 'for n in range(3): open(f"f{n}", "wb").write(bytes(2_000_000))';
    expect(await pathsOf(larger)).toHaveLength(2);
  });

  test('are only regular ones with names that mislead nobody, however they were made', async () => {
    const source = `import os, subprocess
os.symlink('/etc/passwd', 'link')
os.symlink('/', 'root')
os.link('script.py', 'hard')
os.mkfifo('pipe')
os.makedirs('1/2/3/4')
open('1/2/3/4/deep', 'w').write('x')
open('.hidden', 'w').write('x')
os.mkdir('.git')
open('.git/config', 'w').write('x')
os.mkdir('__pycache__')
open('__pycache__/x.pyc', 'w').write('x')
for name in ('a\\nb', 'a\\u202eb', ' a', b'\\xff', 'x' * 200):
    open(name, 'w').write('x')
os.truncate(os.open('sparse', os.O_CREAT | os.O_RDWR), 5_000_000)
open('closed', 'w').write('x')
os.chmod('closed', 0)
os.mkdir('locked')
open('locked/x', 'w').write('x')
os.chmod('locked', 0)
open('kept', 'w').write('x')
os.mkdir('loop')
os.symlink('..', 'loop/up')`;
    const outcome = await runner.run({
      language: 'python',
      source,
      limits,
      order: { collectFiles: true },
    });
    expect(outcome).toMatchObject({ verdict: 'accepted', stderr: '' });
    expect(outcome.files?.map(({ path }) => path)).toEqual(['hard', 'kept', 'sparse']);
  });

  test('cannot be changed by a process that outlives the program', async () => {
    const source = `import os
if os.fork() == 0:
    os.setsid()
    for fd in range(3): os.close(fd)
    while True:
        open('big', 'wb').write(bytes(4_000_000))
        os.truncate('big', 0)
open('kept', 'w').write('x')`;
    for (let turn = 0; turn < 5; turn++) expect(await pathsOf(source)).toContain('kept');
  });

  test('are none if the program ran out of memory, and the next one runs', async () => {
    const source =
      'open("a", "w").write("x")\ndata = [b"x" * 1_000_000 + bytes([n % 256]) for n in range(1000)]';
    const order = { collectFiles: true };
    const outcome = await runner.run({ language: 'python', source, order });
    expect(outcome.verdict).toBe('memory_limit');
    expect(await pathsOf('open("a", "w").write("x")')).toEqual(['a']);
  });
});
