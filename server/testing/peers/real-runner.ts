import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { z } from 'zod';
import type { RunnerAddress } from '../../runs/runners/runner-connection.ts';

const RUNNER = join(import.meta.dirname, '../../../runner/main.ts');
const TOKEN = 'the-token-of-the-real-runner';
const Announcement = z.union([z.object({ port: z.int() }), z.object({ refused: z.string() })]);

export interface RealRunner {
  address: RunnerAddress;
  /** Why it can't run programs on this machine; null if it can. */
  refusal: string | null;
  kill(): Promise<void>;
  /** Like a power failure: connections stay open and nothing arrives. */
  freeze(): void;
  stop(): Promise<void>;
}

/**
 * The shared runner for files that only run programs; a separate one if none was started for the
 * project.
 */
export async function useSharedRunner(): Promise<Pick<RealRunner, 'address' | 'refusal' | 'stop'>> {
  const shared = inject('sharedRunner');
  if (shared === undefined) return startRealRunner();
  const { url, token, refusal } = shared;
  return { address: { url, token }, refusal, stop: () => Promise.resolve() };
}

/** The real runner as a process, which runs confined programs. */
export async function startRealRunner({
  port: wanted = 0,
  environment = {},
}: { port?: number; environment?: Record<string, string> } = {}): Promise<RealRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-runner-'));
  const prepared = inject('preparedRunner');
  if (prepared !== undefined) await cp(prepared, folder, { recursive: true });
  const child = spawn(process.execPath, [RUNNER], {
    cwd: '/',
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      VLABS_RUNNER_PORT: String(wanted),
      VLABS_RUNNER_DATA: folder,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${TOKEN}\n`);
  const { port, refusal } = await readAnnouncement(child);
  const end = async (work: () => void) => {
    const ended = once(child, 'exit');
    work();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return {
    address: { url: `http://127.0.0.1:${port}`, token: TOKEN },
    refusal,
    kill: () => end(() => child.kill('SIGKILL')),
    freeze: () => child.kill('SIGSTOP'),
    stop: () =>
      (child.exitCode ?? child.signalCode) === null
        ? end(() => child.stdin.end())
        : Promise.resolve(),
  };
}

async function readAnnouncement(child: ChildProcess) {
  if (!child.stdout) throw new Error('The runner has no standard output.');
  let refusal: string | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const message = Announcement.parse(JSON.parse(line));
    if ('port' in message) return { port: message.port, refusal };
    refusal = message.refused;
  }
  throw new Error('The runner ended before it listened.');
}
