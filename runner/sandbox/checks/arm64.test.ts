import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxPrograms, buildBoxPrograms } from '../box-programs.ts';
import { refusedCalls } from '../refused-calls.ts';
import { ARCHITECTURES } from '../seccomp-filter.ts';

const run = promisify(execFile);
const COMPILER = '/usr/bin/aarch64-linux-gnu-gcc';
const EMULATOR = '/usr/bin/qemu-aarch64';
const isThere = existsSync(COMPILER) && existsSync(EMULATOR);
if (!isThere) {
  const packages = 'gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user';
  console.warn(`Tests for arm64 are skipped: the packages ${packages} are not there.`);
}

/** EM_AARCH64, at its offset in the ELF header. */
const MACHINE = { at: 18, arm64: 183 };

/** The definitions in the arm64 headers, by name. */
function readDefinitions(headers: string[]): Map<string, number> {
  const source = headers.map((header) => `#include <${header}>\n`).join('');
  const text = execFileSync(COMPILER, ['-E', '-dM', '-'], { input: source, encoding: 'utf8' });
  const lines = [...text.matchAll(/^#define (\w+) (\w+)$/gm)];
  const texts = new Map(lines.map(([, name = '', value = '']) => [name, value]));
  /** Some are defined by another name. */
  const valueOf = (name: string): number =>
    Number(texts.get(texts.get(name) ?? '') ?? texts.get(name));
  return new Map([...texts.keys()].map((name) => [name, valueOf(name)]));
}

const exitCodeOf = (program: string, words: string[]) =>
  run(program, words, { env: {} }).then(
    () => 0,
    (error: { code?: unknown }) => error.code,
  );

// The emulator supports neither namespaces nor filters, so no box runs here. The test covers the compiled programs,
// the numbers of system calls and the filter.
// compiled, what it is compiled from and the numbers of the kernel's calls are looked at.
describe.skipIf(!isThere)('on arm64', () => {
  let folder: string;
  let programs: BoxPrograms;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vlabs-arm64-'));
    programs = await buildBoxPrograms(folder, COMPILER);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('the programs of a box compile without a warning', async () => {
    for (const file of [programs.launch, programs.init, programs.python]) {
      expect((await readFile(file)).readUInt16LE(MACHINE.at)).toBe(MACHINE.arm64);
    }
  });

  test('box-launch try-devices ends as it does on this machine', async () => {
    const own = await buildBoxPrograms(folder);
    const words = ['try-devices'];
    const emulated = await exitCodeOf(EMULATOR, [programs.launch, ...words]);
    expect(emulated).toBe(await exitCodeOf(own.launch, words));
  });

  test('the filter has the right numbers of calls and of the architecture', () => {
    const defined = readDefinitions(['asm/unistd.h', 'linux/audit.h']);
    const { audit, column, memfdCreate, ...calls } = ARCHITECTURES.arm64;
    const named = { ...calls, memfd_create: memfdCreate };
    const refused = Object.entries(refusedCalls).map(
      ([name, both]) => [name, both[column]] as const,
    );
    const wrong = [...Object.entries(named), ...refused].filter(
      ([name, number]) => (defined.get(`__NR_${name}`) ?? number) !== number,
    );
    expect(wrong).toEqual([]);
    // The calls whose arguments the filter checks are all there.
    expect(Object.keys(named).filter((name) => !defined.has(`__NR_${name}`))).toEqual([]);
    const source = '#include <linux/audit.h>\nunsigned value = AUDIT_ARCH_AARCH64;';
    const options = ['-S', '-x', 'c', '-o', '-', '-'];
    const assembly = execFileSync(COMPILER, options, { input: source, encoding: 'utf8' });
    expect(Number(/\.word\s+(-?\d+)/.exec(assembly)?.[1]) >>> 0).toBe(audit);
  });
});
