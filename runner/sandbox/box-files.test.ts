import { afterAll, describe, expect, test } from 'vitest';
import { programEnvironment } from '../program-environment.ts';
import { HANG_MS } from '../testing/patience.ts';
import { openTestSandbox } from '../testing/test-sandbox.ts';
import { ProgramInput } from './program-input.ts';
import type { Box } from './sandbox.ts';

const BYTES_PER_MB = 1024 * 1024;
const NOTHING = { suffix: '.none', maxBytes: 0 };

const { sandbox, close } = await openTestSandbox('box-files');
afterAll(close);

const fileAt = (name: string) => ({ name, mode: 0o644, bytes: Buffer.from(name) });

async function inBox<Result>(use: (box: Box) => Promise<Result>): Promise<Result> {
  if (sandbox === null) throw new Error('There is no sandbox.');
  const box = await sandbox.open();
  try {
    return await use(box);
  } finally {
    await sandbox.discard(box);
  }
}

const collectPaths = async (box: Box, levels: number) =>
  (await box.collect({ suffix: '', maxBytes: BYTES_PER_MB, levels }))
    .map(({ name }) => name)
    .toSorted();

async function runShell(box: Box, commands: string) {
  return box.run({
    command: {
      words: ['/bin/sh', '-c', commands],
      environment: programEnvironment,
      mergeStderr: true,
      limits: {
        stdoutBytes: BYTES_PER_MB,
        stderrBytes: BYTES_PER_MB,
        fileBytes: 100 * BYTES_PER_MB,
        stackBytes: 8 * BYTES_PER_MB,
        openFiles: 64,
        cpuSeconds: 60,
      },
    },
    stdin: ProgramInput.of(Buffer.alloc(0)),
    memoryKb: 64 * 1024,
    processes: 8,
    cpuTimeMs: HANG_MS,
    wallTimeMs: HANG_MS,
    signal: new AbortController().signal,
    onOutput: () => undefined,
  });
}

describe.skipIf(sandbox === null)('the files of a box', () => {
  test('lie in folders that are made for them', async () => {
    const paths = ['a/b/c/deep.txt', 'a/b/near.txt', 'top.txt', 'z/other.txt'];
    const files = await inBox(async (box) => {
      for (const path of paths) box.put(fileAt(path));
      return box.collect({ suffix: '.txt', maxBytes: BYTES_PER_MB, levels: 4 });
    });
    expect(new Map(files.map(({ name, bytes }) => [name, bytes.toString()]))).toEqual(
      new Map(paths.map((path) => [path, path])),
    );
  });

  test.for([
    ['../outside'],
    ['/tmp/outside'],
    ['a/../../outside'],
    ['a/..'],
    ['..'],
    ['.'],
    ['./a'],
    ['a//b'],
    ['a/'],
    ['/'],
    ['a/b/c/d/e'],
    ['x'.repeat(256)],
    ['same', 'same'],
    ['file', 'file/inside'],
    ['folder/inside', 'folder'],
  ])('%j: the last path is refused, and the box answers on', async (paths) => {
    await inBox(async (box) => {
      for (const path of paths.slice(0, -1)) box.put(fileAt(path));
      expect(await collectPaths(box, 4)).toEqual(paths.slice(0, -1));
      box.put(fileAt(paths.at(-1) ?? ''));
      await expect(box.collect(NOTHING)).rejects.toThrow('A box refused: a file could not');
      expect(await runShell(box, 'true')).toMatchObject({ exitCode: 0 });
    });
  });

  test('a link in the way of a path is not followed', async () => {
    await inBox(async (box) => {
      await runShell(box, 'ln -s /tmp link; ln -s /tmp/file name');
      for (const path of ['link/file', 'name']) {
        box.put(fileAt(path));
        await expect(box.collect(NOTHING)).rejects.toThrow('A box refused');
        expect(await runShell(box, 'test ! -e /tmp/file')).toMatchObject({ exitCode: 0 });
      }
    });
  });

  test('are collected up to the levels and the size, and only regular ones', async () => {
    const made = `
      mkdir -p 1/2/3/4 closed; echo x > 1/2/3/kept; echo x > 1/2/3/4/too-deep; echo x > closed/hidden; chmod 0 closed
      ln -s 1/2/3/kept link; ln -s 1 linked-folder; mkfifo pipe; truncate -s 90M sparse; echo x > unreadable
      chmod 0 unreadable; mkdir -p a; ln -s .. a/round; echo x > a/last`;
    await inBox(async (box) => {
      await runShell(box, made);
      expect(await collectPaths(box, 4)).toEqual(['1/2/3/kept', 'a/last']);
      expect(await collectPaths(box, 1)).toEqual([]);
    });
  });
});
