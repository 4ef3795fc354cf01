import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

/** A process on a machine that runs until it is ended. Its output goes to a log file. */
export class LabProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(
    words: readonly string[],
    { log, env, cwd }: { log: string; env?: Record<string, string>; cwd?: string },
  ) {
    const [program = '', ...rest] = words;
    const output = openSync(log, 'a');
    this.#child = spawn(program, rest, {
      stdio: ['ignore', output, output],
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env },
      ...(cwd !== undefined && { cwd }),
    });
    this.#ended = once(this.#child, 'exit');
    this.#ended.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves when it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isAlive) return;
    this.#child.kill(signal);
    await this.#ended;
  }
}

export const logIn = (folder: string, name: string): string => join(folder, `${name}.log`);
