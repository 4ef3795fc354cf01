import { afterAll, describe, expect, test, vi } from 'vitest';
import { programEnvironment } from '../program-environment.ts';
import { ProgramInput } from '../sandbox/program-input.ts';
import { BoxError, type ProgramRun } from '../sandbox/sandbox.ts';
import { HANG_MS } from '../testing/patience.ts';
import { openTestSandbox } from '../testing/test-sandbox.ts';
import { StartedBoxes } from './started-boxes.ts';

/** Uses time and memory before it waits, then does what its job says. */
const WAITS = `
import sys, time
kept = bytearray(60_000_000)
for _ in range(2_000_000): pass
print('ready', flush=True)
length = int.from_bytes(sys.stdin.buffer.read(4), 'big')
source = sys.stdin.buffer.read(length)
exec(source)
`;

const failures: unknown[] = [];
const onFailure = (error: unknown) => failures.push(error);

const { sandbox, close } = await openTestSandbox('started', onFailure);
afterAll(close);

function boxesOf(source: string, ready = 0, idleMs = 4 * HANG_MS): StartedBoxes {
  if (!sandbox) throw new Error('There is no sandbox.');
  const program = {
    words: ['/usr/bin/python3', '-c', source],
    environment: programEnvironment,
    memoryKb: 200_000,
    processes: 20,
    fileBytes: 1_000_000,
  };
  return new StartedBoxes({ sandbox, ready, idleMs, onFailure, program: async () => program });
}

const KB = 1024;
const usual = { memoryKb: 64_000, processes: 20, cpuTimeMs: HANG_MS, wallTimeMs: 2 * HANG_MS };

async function runJob(
  boxes: StartedBoxes,
  source: string,
  wanted: Partial<ProgramRun> & { input?: string; outputKb?: number; mergeStderr?: boolean } = {},
) {
  const { input = '', outputKb = 64, mergeStderr = false, ...limits } = wanted;
  const box = await boxes.open();
  const printed = { stdout: '', stderr: '' };
  box.put({ name: 'job', mode: 0o644, bytes: Buffer.from(source) });
  const outputBytes = outputKb * KB;
  const ending = await box.run({
    command: {
      words: [],
      environment: {},
      mergeStderr,
      limits: {
        stdoutBytes: outputBytes,
        stderrBytes: outputBytes,
        fileBytes: KB,
        stackBytes: KB,
        openFiles: 16,
        cpuSeconds: 1,
      },
    },
    stdin: ProgramInput.of(Buffer.from(input)),
    signal: new AbortController().signal,
    onOutput: (stream, bytes) => {
      printed[stream] += bytes.toString();
    },
    ...usual,
    ...limits,
  });
  boxes.discard(box);
  if ('notStarted' in ending) throw new Error('It was not started.');
  return { ...ending, ...printed };
}

describe.skipIf(!sandbox)('a program that waits for its job', { timeout: 4 * HANG_MS }, () => {
  test('gets its job and its input, and ends as it wants', async () => {
    const source = 'sys.stderr.write("odd")\nprint(sys.stdin.read().upper())\nsys.exit(3)';
    const input = `${'y'.repeat(300_000)}é`;
    const ending = await runJob(boxesOf(WAITS), source, { input, outputKb: 1000 });
    expect(ending).toMatchObject({ exitCode: 3, stopped: null, stderr: 'odd' });
    expect(ending.stdout).toBe(`${input.toUpperCase()}\n`);
  });

  test('is charged for its job only', async () => {
    const boxes = boxesOf(WAITS);
    const idle = await runJob(boxes, '');
    const busy = await runJob(
      boxes,
      'for _ in range(3_000_000): pass\nmore = bytearray(30_000_000)',
    );
    expect(busy.cpuTimeMs).toBeGreaterThan(3 * idle.cpuTimeMs);
    expect(idle.memoryKb).toBeLessThan(15_000);
    expect(busy.memoryKb).toBeGreaterThan(29_000);
    expect(busy.memoryKb).toBeLessThan(45_000);
  });

  test('ends at each limit of its job', async () => {
    const boxes = boxesOf(WAITS, 2);
    const ends: [string, Parameters<typeof runJob>[2], string][] = [
      ['while True: pass', { cpuTimeMs: 300 }, 'cpu_time'],
      ['time.sleep(3600)', { wallTimeMs: 300 }, 'wall_time'],
      ['more = bytearray(90_000_000)', {}, 'memory'],
      ['while True: print("y" * 1000)', {}, 'output'],
      ['while True: sys.stderr.write("y" * 1000)', {}, 'output'],
      ['time.sleep(3600)', { signal: AbortSignal.timeout(300) }, 'aborted'],
    ];
    for (const [source, limits, stopped] of ends)
      expect(await runJob(boxes, source, limits)).toMatchObject({ stopped });
    const flood = await runJob(boxes, 'while True: print("y" * 1000)', { outputKb: 3 });
    expect(flood.stdout).toHaveLength(3 * KB);
    boxes.close();
  });

  test('has one stream if the job asks for one', async () => {
    const source = 'print("a", flush=True)\nsys.stderr.write("b")';
    const ending = await runJob(boxesOf(WAITS), source, { mergeStderr: true });
    expect(ending.stdout).toMatch(/^(?:a\nb|ba\n)$/);
    expect(ending.stderr).toBe('');
  });

  test('serves one job, and the next one finds nothing of it', async () => {
    const boxes = boxesOf(WAITS, 1);
    const source = `import os
print(sorted(os.listdir('/box') + os.listdir('/tmp')), globals().get('left'))
left = open('/box/left', 'w').write(open('/tmp/left', 'w').name)`;
    for (let job = 0; job < 3; job++)
      expect(await runJob(boxes, source)).toMatchObject({ stdout: '[] None\n', exitCode: 0 });
    boxes.close();
  });

  test('runs at the same time as another one, without a share in anything', async () => {
    const boxes = boxesOf(WAITS, 2);
    boxes.fill();
    const [endless, short] = await Promise.all([
      runJob(boxes, 'while True: pass', { cpuTimeMs: 1000 }),
      runJob(boxes, 'import os\nprint(os.getppid(), len(os.listdir("/box")))'),
    ]);
    expect(endless.stopped).toBe('cpu_time');
    expect(short).toMatchObject({ stdout: '1 0\n', exitCode: 0 });
    boxes.close();
  });

  test('is ended when there is no job for long, and started again for the next', async () => {
    const boxes = boxesOf(WAITS, 1, 300);
    boxes.fill();
    expect(boxes.waiting).toBe(1);
    await vi.waitFor(() => expect(boxes.waiting).toBe(0), { timeout: HANG_MS });
    expect(await runJob(boxes, 'print(1)')).toMatchObject({ stdout: '1\n' });
    boxes.close();
  });

  test('is a fault of ours if it does not begin to wait', async () => {
    const boxes = boxesOf('raise SystemExit(1)', 1);
    boxes.fill();
    await expect(boxes.open()).rejects.toThrow(BoxError);
    expect(failures.splice(0)).toEqual([expect.any(BoxError)]);
    boxes.close();
  });
});
