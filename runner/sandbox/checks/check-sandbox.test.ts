import { expect, test } from 'vitest';
import { checkSandbox } from './check-sandbox.ts';
import { ConfinementError } from '../groups/control-group.ts';
import { BoxError, type ProgramEnding, type ProgramRun, type Sandbox } from '../sandbox.ts';

const ended: ProgramEnding = {
  exitCode: 0,
  exitSignal: null,
  wallTimeMs: 1,
  stopped: null,
  leftRunning: false,
  starvedMs: 0,
  cpuTimeMs: 1,
  memoryKb: 1,
};

/** A fake sandbox whose results come from the test. */
const sandboxThat = (run: (program: ProgramRun) => Promise<ProgramEnding>): Sandbox => ({
  openInterpreter: async () => null,
  open: async () => ({
    put: () => {},
    run,
    collect: async () => [],
    close: async () => {},
  }),
  discard: (box) => box.close(),
  close: async () => {},
});

/** The results of a sandbox that confines programs correctly. */
async function confine(program: ProgramRun): Promise<ProgramEnding> {
  const [path] = program.command.words;
  if (path === '/usr/bin/true') return ended;
  if (path === '/usr/bin/tail') return { ...ended, stopped: 'memory' };
  if (path === '/usr/bin/sleep') return { ...ended, stopped: 'wall_time' };
  if (path !== '/usr/bin/id') return { ...ended, exitCode: 1 };
  program.onOutput('stdout', Buffer.from('64100\n'));
  return ended;
}

test('a sandbox that passes every check is accepted', async () => {
  await expect(checkSandbox(sandboxThat(confine))).resolves.toBeUndefined();
});

test.for([
  ['/usr/bin/tail', 'the sandbox does not end a program that uses too much memory'],
  ['/usr/bin/sleep', 'the sandbox does not end a program that runs for too long'],
  ['/bin/sh', 'the sandbox does not bound the number of processes'],
  ['/usr/bin/unshare', 'the sandbox does not refuse new namespaces'],
  ['/usr/bin/cat', 'the sandbox does not hide the passwords of the machine'],
  ['/usr/bin/touch', 'the sandbox does not keep programs from writing to the system'],
] as const)('where %s goes through, the runner refuses and says why', async ([open, reason]) => {
  const sandbox = sandboxThat((program) =>
    program.command.words[0] === open ? Promise.resolve(ended) : confine(program),
  );
  await expect(checkSandbox(sandbox)).rejects.toThrow(
    new ConfinementError(`Programs cannot be confined: ${reason}.`),
  );
});

test('a sandbox whose programs run as root is refused', async () => {
  const sandbox = sandboxThat(async (program) => {
    if (program.command.words[0] !== '/usr/bin/id') return confine(program);
    program.onOutput('stdout', Buffer.from('0\n'));
    return ended;
  });
  await expect(checkSandbox(sandbox)).rejects.toThrow('as an unprivileged user');
});

test('a sandbox that cannot make boxes is refused with advice', async () => {
  const sandbox = sandboxThat(() => Promise.reject(new BoxError('bwrap: no permission')));
  await expect(checkSandbox(sandbox, () => ['Permit it.'])).rejects.toThrow(
    new ConfinementError('Programs cannot be confined: bwrap: no permission Permit it.'),
  );
});
