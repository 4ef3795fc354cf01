import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

/** Prints every trace of other programs that it finds, then leaves one in every place that it can reach. */
const TRACES = `
import ctypes, os, socket
system = ctypes.CDLL(None, use_errno=True)
ABSTRACT = '\\0left'
found = [name for folder in ('/box', '/tmp', '/dev/shm') for name in os.listdir(folder)]
found += ['memory'] if system.shmget(4711, 4096, 0) >= 0 else []
found += ['messages'] if system.msgget(4711, 0) >= 0 else []
found += [name for name in os.listdir('/proc') if name.isdigit() and int(name) > 2]
if system.mq_open(b'/left', 0) >= 0: found.append('message queue')
try:
    socket.socket(socket.AF_UNIX).connect(ABSTRACT)
    found.append('socket')
except OSError:
    pass
print(sorted(found))
for folder in ('/box', '/tmp', '/dev/shm'):
    open(folder + '/left', 'w').write('x' * 1000)
system.shmget(4711, 4096, 0o1666)
system.msgget(4711, 0o1666)
system.mq_open(b'/left', os.O_CREAT | os.O_RDWR, 0o666, None)
if os.fork() == 0:
    os.setsid()
    # A run goes on while one of its processes may still print.
    os.closerange(0, 3)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(ABSTRACT)
    listening.listen()
    import time
    time.sleep(60)
`;

describe.skipIf(cannotConfine)('a box that has served a job', () => {
  test('a program finds no trace of earlier programs in its box', async () => {
    for (let job = 0; job < 12; job++) {
      const outcome = await runner.run({ language: 'python', source: TRACES });
      expect(outcome).toMatchObject({ verdict: 'accepted', stdout: "['script.py']\n", stderr: '' });
    }
  });

  test('a program’s memory and time are counted from its start', async () => {
    const large = 'data = bytearray(90_000_000)\nfor _ in range(10_000_000): pass\n';
    const before = await runner.run({ language: 'python', source: 'print(1)' });
    const spentMs: number[] = [];
    for (let job = 0; job < 4; job++) {
      spentMs.push((await runner.run({ language: 'python', source: large })).cpuTimeMs);
    }
    for (let job = 0; job < 6; job++) {
      const after = await runner.run({ language: 'python', source: 'print(1)' });
      expect(after.memoryKb).toBeLessThan(before.memoryKb + 4000);
      expect(after.memoryKb).toBeGreaterThan(1000);
      // Far less than any program before it used, on any machine.
      expect(after.cpuTimeMs).toBeLessThan(Math.min(...spentMs));
    }
  });
});
