import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

/** It is called in place of each stage of the compiler, so it finds what it left before. */
const CLEAN = `
import os, shutil, socket, struct
for name in os.listdir(b'.'):
    if name.endswith(b'a.out'): (shutil.rmtree if os.path.isdir(name) and not os.path.islink(name) else os.remove)(name)
true = bytearray(open('/usr/bin/true', 'rb').read())
def write(content, name='a.out'):
    with open(name, 'wb') as file: file.write(content)
def starter(path):
    at = true.index(b'/lib64/ld-linux') if b'/lib64/ld-linux' in true else true.index(b'/lib/ld-linux')
    true[at:true.index(0, at)] = path.ljust(true.index(0, at) - at, bytes(1))
    write(true)
`;

/** What a compiler that obeys the student leaves in place of a program, and the exit status that a shell would give. */
const PLANTS: [what: string, plant: string, exitCode: number][] = [
  ['a FIFO', `os.mkfifo('a.out')`, 127],
  ['a folder', `os.mkdir('a.out')`, 127],
  ['a socket', `socket.socket(socket.AF_UNIX).bind('a.out')`, 127],
  ['a link to a file of the system', `os.symlink('/etc/ld.so.cache', 'a.out')`, 127],
  ['a link to itself', `os.symlink('a.out', 'a.out')`, 127],
  ['nothing', ``, 127],
  [
    'two names that differ in a byte that is no text',
    `write(b'', b'\\xffa.out'); write(b'', b'\\xfea.out')`,
    127,
  ],
  [
    'thousands of FIFOs, folders and files',
    `[(os.mkfifo(f'{n}fa.out'), os.mkdir(f'{n}da.out'), write(b'', f'{n}a.out')) for n in range(1300)]`,
    127,
  ],
  ['an empty file', `write(b'')`, 126],
  ['a file that is larger than any program', `write(b''); os.truncate('a.out', 33_000_000)`, 126],
  ['a script that starts itself', `write(b'#!/box/a.out\\n')`, 126],
  [
    'scripts that start each other',
    `write(b'#!/box/ba.out\\n'); write(b'#!/box/a.out\\n', 'ba.out')`,
    126,
  ],
  ['a script without its interpreter', `write(b'#!/nowhere\\n')`, 127],
  ['a script whose interpreter lies below a file', `write(b'#!/usr/bin/true/x\\n')`, 126],
  ['a script whose interpreter has too long a name', `write(b'#!/' + b'a' * 250 + b'\\n')`, 127],
  ['a script whose interpreter is a folder', `write(b'#!/usr\\n')`, 126],
  ['a script whose interpreter is a device', `write(b'#!/dev/zero\\n')`, 126],
  ['a program that a script shall load', `starter(b'/usr/bin/ldd')`, 126],
  ['a program that an empty file shall load', `write(b'', 'ea.out'); starter(b'/box/ea.out')`, 126],
  [
    'a program that a short file shall load',
    `write(b'ELF', 'ea.out'); starter(b'/box/ea.out')`,
    126,
  ],
  ['a program that a folder shall load', `starter(b'/usr/lib')`, 126],
  ['a program that nothing shall load', `starter(b'/nowhere')`, 127],
  ['the head of a program', `write(true[:70])`, 126],
  ['a program of another machine', `true[18:20] = b'\\xff\\x7f'; write(true)`, 126],
  ['a program whose parts lie far behind its end', `true[32:40] = b'\\xff' * 8; write(true)`, 126],
  ['a program of 65,535 parts', `true[56:58] = b'\\xff\\xff'; write(true)`, 126],
];

describe.skipIf(cannotConfine)('the compiler produced, instead of a program,', () => {
  test.for(PLANTS)('%s: the student sees an error immediately', async ([, plant, exitCode]) => {
    // In hexadecimal, because the compiler splits the option at commas.
    const code = Buffer.from(`${CLEAN}\n${plant}`).toString('hex');
    const compilerOptions = ['-wrapper', `/usr/bin/python3,-c,exec(bytes.fromhex('${code}'))`];
    const outcome = await runner.run({
      language: 'c',
      source: 'int main(void) { return 0; }\n',
      order: { compilerOptions },
    });
    expect(outcome).toMatchObject({
      verdict: 'runtime_error',
      compileOutput: '',
      exitCode,
      message: `Exited with error status ${exitCode}`,
    });
    const next = await runner.run({ language: 'python', source: 'print("well")' });
    expect(next).toMatchObject({ verdict: 'accepted', stdout: 'well\n' });
  });

  test('a program larger than its memory limit: the student sees an error immediately', async () => {
    const outcome = await runner.run({
      language: 'c',
      source: 'char large[30000000] = {1};\nint main(void) { return large[5]; }\n',
      limits: { memoryKb: 4096 },
    });
    expect(outcome).toMatchObject({ verdict: 'memory_limit' });
  });

  test('a program with more arguments than its stack holds: the student sees an error immediately', async () => {
    const outcome = await runner.run({
      language: 'c',
      source: 'int main(void) { return 0; }\n',
      limits: { stackKb: 64 },
      order: { commandLineArguments: Array.from({ length: 60 }, () => 'x'.repeat(4000)) },
    });
    expect(outcome).toMatchObject({ verdict: 'runtime_error', exitCode: 126 });
  });
});
