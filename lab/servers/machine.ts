import {
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../machine/run.mjs';
import { LabProcess, logIn } from './lab-process.ts';

const BRIDGE = 'bridge';
/** The address of the class, on the bridge. */
const ADDRESS_OF_CLASS = '10.77.0.254';
/** Small enough to be filled quickly. */
const DATABASE_DISK_MB = 1024;

export interface Folders {
  /** The files of Debian 13, which are read-only. */
  tree: string;
  /** Changes of the machines, and data of the product. */
  folder: string;
  /** Logs. */
  results: string;
}

/** Creates the bridge between the machines. Network names live in a private mount, which ends with this process. */
export async function makeBridge(): Promise<void> {
  await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['link', 'add', BRIDGE, 'type', 'bridge']);
  await run('ip', ['addr', 'add', `${ADDRESS_OF_CLASS}/24`, 'dev', BRIDGE]);
  await run('ip', ['link', 'set', BRIDGE, 'up']);
}

/** A network namespace with one link to the bridge, and its own copy of Debian 13's files. */
export class Machine {
  readonly name: string;
  readonly address: string;
  /** The path of its files from outside. */
  readonly root: string;
  readonly #results: string;

  private constructor(name: string, address: string, { folder, results }: Folders) {
    this.name = name;
    this.address = address;
    this.root = join(folder, name, 'root');
    this.#results = results;
  }

  static async make(name: string, address: string, folders: Folders): Promise<Machine> {
    const machine = new Machine(name, address, folders);
    await machine.#makeFiles(folders.tree);
    await machine.#makeNetwork();
    return machine;
  }

  async #makeFiles(tree: string): Promise<void> {
    const [upper, work] = ['upper', 'work'].map((part) => join(this.root, '..', part));
    for (const made of [this.root, upper, work]) mkdirSync(made ?? '', { recursive: true });
    const layers = `lowerdir=${tree},upperdir=${upper},workdir=${work}`;
    await run('mount', ['-t', 'overlay', 'overlay', '-o', layers, this.root]);
    await run('mount', ['-t', 'proc', 'proc', join(this.root, 'proc')]);
    await run('mount', ['--rbind', '/dev', join(this.root, 'dev')]);
    const disk = join(this.root, 'var/lib/postgresql');
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DATABASE_DISK_MB}m`, 'tmpfs', disk]);
    await this.runInside(['chown', 'postgres:postgres', '/var/lib/postgresql']);
    await this.runInside(['install', '-d', '-o', 'postgres', '/var/run/postgresql']);
  }

  async #makeNetwork(): Promise<void> {
    const { name, address } = this;
    await run('ip', ['netns', 'add', name]);
    const inside = ['peer', 'name', 'eth0', 'netns', name];
    await run('ip', ['link', 'add', `line-${name}`, 'type', 'veth', ...inside]);
    await run('ip', ['link', 'set', `line-${name}`, 'master', BRIDGE, 'up']);
    await run('ip', ['-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0']);
    for (const link of ['lo', 'eth0']) await run('ip', ['-n', name, 'link', 'set', link, 'up']);
  }

  /** Unplugs its network link or plugs it in. */
  async setLine(state: 'down' | 'up'): Promise<void> {
    await run('ip', ['link', 'set', `line-${this.name}`, state]);
  }

  writeFile(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Starts a program of its Debian. */
  startInside(
    name: string,
    words: readonly string[],
    { user = 'root', env = {} }: { user?: string; env?: Record<string, string> } = {},
  ): LabProcess {
    // Set inside: a preload of one Debian must not apply to programs of another.
    const settings = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
    const change = ['chroot', `--userspec=${user}:${user}`, this.root, 'env', ...settings];
    return new LabProcess([...this.#inNetwork(), ...change, ...words], { log: this.#log(name) });
  }

  /** Starts a program of this product in its network. */
  start(
    name: string,
    words: readonly string[],
    place: { env: Record<string, string>; cwd?: string },
  ): LabProcess {
    return new LabProcess([...this.#inNetwork(), ...words], { log: this.#log(name), ...place });
  }

  runInside(words: readonly string[]): Promise<string> {
    return run('chroot', [this.root, ...words]);
  }

  /** Kills all processes with these names at once. */
  kill(names: readonly string[]): void {
    for (const pid of this.#listProcesses(names)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended together with the previous one.
      }
    }
  }

  #listProcesses(names: readonly string[]): number[] {
    const network = `net:[${statSync(`/run/netns/${this.name}`).ino}]`;
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .filter((pid) => {
        try {
          const isHere = readlinkSync(`/proc/${pid}/ns/net`) === network;
          return isHere && names.includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
        } catch {
          // It has ended in the meantime.
          return false;
        }
      })
      .map(Number);
  }

  #inNetwork(): string[] {
    return ['nsenter', `--net=/run/netns/${this.name}`, '--'];
  }

  #log(name: string): string {
    return logIn(this.#results, `${this.name}-${name}`);
  }
}
