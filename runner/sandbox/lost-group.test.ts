import { spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { BubblewrapBox } from './bubblewrap-box.ts';
import type { ControlGroup } from './groups/control-group.ts';
import { ProgramInput } from './program-input.ts';

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A group whose files the kernel, or an administrator, removes while a program runs. */
class LostGroup implements ControlGroup {
  procsFiles: string[] = [];
  isLost = false;
  #read(): number {
    if (this.isLost) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return 0;
  }
  limit = () => undefined;
  cpuTimeMs = () => this.#read();
  tasks = () => [];
  memoryKb = () => 0;
  renew = async () => undefined;
  resetMemoryPeak = () => undefined;
  memoryPeakKb = () => this.#read();
  memoryKills = () => this.#read();
  remove = async () => undefined;
}

/** A box whose cell never answers. */
function makeBox(group: ControlGroup) {
  const child = spawn('sleep', ['infinity'], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  const control = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, written) => written(),
    destroy: (error, destroyed) => {
      child.kill('SIGKILL');
      destroyed(error);
    },
  });
  child.once('exit', () => control.destroy());
  return new BubblewrapBox(child, control, group, () => undefined);
}

const running = (signal: AbortSignal) => ({
  command: {
    words: ['/bin/true'],
    environment: {},
    mergeStderr: false,
    limits: {
      stdoutBytes: 1,
      stderrBytes: 1,
      fileBytes: 1,
      stackBytes: 1,
      openFiles: 1,
      cpuSeconds: 1,
    },
  },
  stdin: new ProgramInput(),
  memoryKb: 1000,
  processes: 1,
  cpuTimeMs: 1_000_000,
  wallTimeMs: 1_000_000,
  signal,
  onOutput: () => undefined,
});

test('a run whose control group is gone fails, and its runner goes on', async () => {
  const group = new LostGroup();
  const box = makeBox(group);
  const run = box.run(running(new AbortController().signal));
  group.isLost = true;
  await expect(run).rejects.toThrow('A box ended early.');
  expect(box.canServeAgain).toBe(false);
});

test('a run that is stopped after its control group was lost ends, and its runner goes on', async () => {
  const group = new LostGroup();
  const box = makeBox(group);
  const stopping = new AbortController();
  const run = box.run({ ...running(stopping.signal), cpuTimeMs: Number.POSITIVE_INFINITY });
  group.isLost = true;
  stopping.abort();
  await expect(run).rejects.toThrow('no such file');
  expect(box.canServeAgain).toBe(false);
});
