import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Duplex } from 'node:stream';
import { type BoxSize, bubblewrapArguments, cellFolders } from './bubblewrap-arguments.ts';
import { BubblewrapBox } from './bubblewrap-box.ts';
import type { BoxPrograms } from './box-programs.ts';
import { ConfinementError, type ControlGroup, type ControlGroups } from './control-group.ts';
import { removeControlGroups } from './find-control-groups.ts';
import { BoxError, type Sandbox } from './sandbox.ts';
import { seccompFilter } from './seccomp-filter.ts';

const BUBBLEWRAP = '/usr/bin/bwrap';
/** As root each living box has a user of its own, from here on: unused in Debian's table of users. */
const FIRST_BOX_USER = 64100;
const BOX_USERS = 256;
const REFILL_AFTER_MS = 100;

/** Where box-launch shows the shared folder to a box's user when the runner is root. */
const SHARED_AS_ROOT = '/mnt';
/** Where every box sees the shared folder. */
export const SHARED_IN_BOX = '/shared';

interface Settings {
  programs: BoxPrograms;
  /** Holds the programs; boxes may read all of it. */
  sharedFolder: string;
  groups: ControlGroups;
  /** Boxes that stand ready, so that starting one is not waited for. */
  ready: number;
  /** Hears of a box that could not be taken apart. */
  onFailure: (error: unknown) => void;
}

/** Keeps boxes ready, each of which gives every job a fresh cell. */
export class BubblewrapSandbox implements Sandbox {
  readonly #settings: Settings;
  readonly #filter = seccompFilter();
  readonly #ready: BubblewrapBox[] = [];
  readonly #living = new Set<BubblewrapBox>();
  /** Boxes that are being made ready behind everyone's back. */
  #coming = 0;
  readonly #freeUsers: number[];
  readonly #sweeper: ChildProcess;
  #count = 0;
  #closed = false;

  constructor(settings: Settings) {
    if (!existsSync(BUBBLEWRAP))
      throw new ConfinementError(`${BUBBLEWRAP} is missing: install the package bubblewrap.`);
    this.#settings = settings;
    this.#freeUsers = Array.from({ length: BOX_USERS }, (_, index) => FIRST_BOX_USER + index);
    // It outlives this process however that ends, and then removes what is left of its boxes.
    this.#sweeper = spawn(settings.programs.launch, ['sweep', ...settings.groups.roots], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: {},
    });
    this.#sweeper.unref();
  }

  #arguments(): string[] {
    const { programs, sharedFolder } = this.#settings;
    const shared = { folder: this.#shown(sharedFolder), inBox: SHARED_IN_BOX };
    return bubblewrapArguments(this.#shown(programs.init), shared);
  }

  /** The path of a shared file as bubblewrap, under a box's user, must name it. */
  #shown(path: string): string {
    if (process.geteuid?.() !== 0) return path;
    return join(SHARED_AS_ROOT, relative(this.#settings.sharedFolder, path));
  }

  async open(kind: BoxSize | 'terminal' = 'ordinary'): Promise<BubblewrapBox> {
    if (kind === 'terminal') return this.#start({ hasTerminal: true });
    const box = this.#takeReady() ?? (await this.#start());
    // Starting a box keeps this process busy for some milliseconds, which the caller need not wait for.
    setTimeout(() => this.refill(), REFILL_AFTER_MS).unref();
    if (kind === 'ordinary') return box;
    try {
      await box.renew(cellFolders(kind));
      return box;
    } catch (error) {
      await this.#close(box);
      throw error;
    }
  }

  async discard(box: BubblewrapBox): Promise<void> {
    const isWanted = this.#settings.groups.canServeAgain && this.#free < this.#settings.ready;
    if (!isWanted || !box.canServeAgain || this.#closed) return this.#close(box);
    this.#coming++;
    try {
      await box.renew(cellFolders('ordinary'));
      if (box.canServeAgain) this.#ready.push(box);
      else await this.#close(box);
    } catch {
      // A box that cannot be made fresh is of no use; another one is started when it is missed.
      await this.#close(box);
    } finally {
      this.#coming--;
    }
  }

  async #close(box: BubblewrapBox): Promise<void> {
    try {
      await box.close();
    } catch (error) {
      this.#settings.onFailure(error);
    }
  }

  #takeReady(): BubblewrapBox | null {
    for (let box = this.#ready.shift(); box; box = this.#ready.shift()) {
      if (box.canServeAgain) return box;
      void this.#close(box);
    }
    return null;
  }

  /** Those that nobody has, or will have in a moment. */
  get #free(): number {
    return this.#ready.length + this.#coming;
  }

  /** Starts boxes until as many are free as the settings ask for. */
  refill(): void {
    while (!this.#closed && this.#free < this.#settings.ready) void this.#startAhead();
  }

  async #startAhead(): Promise<void> {
    this.#coming++;
    try {
      this.#ready.push(await this.#start());
    } catch {
      // Whoever wants a box starts one for themselves, and hears why it fails.
    } finally {
      this.#coming--;
    }
  }

  async #start({ hasTerminal = false } = {}): Promise<BubblewrapBox> {
    if (this.#closed) throw new BoxError('The sandbox is closed.');
    const user = this.#takeUser();
    const group = this.#settings.groups.makeGroup(`box-${++this.#count}`);
    const child = this.#spawn(user, group, hasTerminal);
    const control = child.stdio[3];
    if (!(control instanceof Duplex)) throw new BoxError('A box has no control socket.');
    const box = new BubblewrapBox(child, control, group, () => {
      this.#living.delete(box);
      this.#freeUsers.push(user);
    });
    this.#living.add(box);
    try {
      await box.begin(this.#filter, cellFolders('ordinary'));
      return box;
    } catch (error) {
      await box.close();
      throw error;
    }
  }

  #takeUser(): number {
    const user = this.#freeUsers.shift();
    if (user === undefined) throw new BoxError('Every box user is taken.');
    return user;
  }

  #spawn(user: number, { procsFiles }: ControlGroup, hasTerminal: boolean): ChildProcess {
    const { programs, sharedFolder } = this.#settings;
    const groups = [String(procsFiles.length), ...procsFiles];
    const words = ['join', String(user), sharedFolder, hasTerminal ? '1' : '0', ...groups];
    return spawn(programs.launch, [...words, BUBBLEWRAP, ...this.#arguments()], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: {},
      cwd: '/',
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#living].map((box) => box.close()));
    removeControlGroups(this.#settings.groups);
    this.#sweeper.stdin?.end();
  }
}
