import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Duplex } from 'node:stream';
import { BoxPool } from './box-pool.ts';
import {
  bubblewrapArguments,
  cellFolders,
  type Init,
  SHARED_IN_BOX,
} from './bubblewrap-arguments.ts';
import { BubblewrapBox } from './bubblewrap-box.ts';
import type { BoxPrograms } from './box-programs.ts';
import { ConfinementError, type ControlGroup, type ControlGroups } from './groups/control-group.ts';
import { removeControlGroups } from './groups/find-control-groups.ts';
import { BoxError, type BoxKind, type Interpreter, type Sandbox } from './sandbox.ts';
import { BOX_USERS } from './subordinate-users.ts';
import { seccompFilter } from './seccomp-filter.ts';

const BUBBLEWRAP = '/usr/bin/bwrap';
/** If boxes have no CPU weight, each of their processes runs at the lowest priority. */
const NICEST = 19;
/** Must match box-python.c. */
const SCRIPT = '/box/script.py';
const AFTER_START = 'VLABS_AFTER_START';

/** Where box-launch shows the shared folder to a box that has its own user. */
const SHARED_WITH_USER = '/mnt';
/** For box-launch: the runner's own user. */
const NO_OTHER_USER = 0;
interface Settings {
  programs: BoxPrograms;
  /** Holds the programs; boxes can read all of it. */
  sharedFolder: string;
  /** Files of this machine that languages need, in addition to /usr. */
  systemFiles: () => readonly string[];
  groups: ControlGroups;
  /** Ready boxes of each kind, so that no run waits for a start. */
  ready: number;
  /** The variables of every program, for interpreters that are started before one is known. */
  environment: Record<string, string>;
  /** Called with the error if a box could not be closed. */
  onFailure: (error: unknown) => void;
}

/** Keeps boxes ready and gives every job a fresh cell. */
export class BubblewrapSandbox implements Sandbox {
  readonly #settings: Settings;
  /** Of programs and of tracers. */
  readonly #filters: readonly [Buffer, Buffer];
  readonly #living = new Set<BubblewrapBox>();
  readonly #plain: BoxPool;
  /** Boxes with each interpreter; null while it is started for the first time, and if it could not be. */
  readonly #interpreters = new Map<string, BoxPool | null>();
  readonly #poolOf = new WeakMap<BubblewrapBox, BoxPool>();
  readonly #freeUsers: number[];
  readonly #sweeper: ChildProcess;
  #count = 0;
  #closed = false;

  constructor(settings: Settings) {
    if (!existsSync(BUBBLEWRAP))
      throw new ConfinementError(`${BUBBLEWRAP} is missing: install the package bubblewrap.`);
    this.#settings = settings;
    const { firstUser } = settings.programs;
    this.#freeUsers = Array.from({ length: BOX_USERS }, (_, index) =>
      firstUser === null ? NO_OTHER_USER : firstUser + index,
    );
    const { hasOwnDevices } = settings.programs;
    this.#filters = [
      seccompFilter({ hasOwnDevices }),
      seccompFilter({ hasOwnDevices, isTracer: true }),
    ];
    this.#plain = this.#makePool(() => this.#start());
    // Outlives this process in every case and then removes the remains of its boxes.
    this.#sweeper = spawn(settings.programs.launch, ['sweep', ...settings.groups.roots], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: {},
    });
    this.#sweeper.unref();
  }

  /** The path of a shared file as bubblewrap sees it under a box's user. */
  #shown(path: string): string {
    if (this.#settings.programs.firstUser === null) return path;
    return join(SHARED_WITH_USER, relative(this.#settings.sharedFolder, path));
  }

  #makePool(start: () => Promise<BubblewrapBox>, ready = this.#settings.ready): BoxPool {
    return new BoxPool({ ready, start, close: (box) => this.#close(box) });
  }

  async openInterpreter(interpreter: Interpreter): Promise<BubblewrapBox | null> {
    const pool = this.#interpreters.get(JSON.stringify(interpreter));
    if (pool === undefined) void this.prepareInterpreter(interpreter);
    return (await pool?.take()) ?? null;
  }

  /** Starts the interpreter once. If that fails, each program starts it itself. */
  async prepareInterpreter(interpreter: Interpreter): Promise<void> {
    const key = JSON.stringify(interpreter);
    if (this.#interpreters.has(key)) return;
    this.#interpreters.set(key, null);
    this.#interpreters.set(key, await this.#prepare(interpreter));
  }

  async #prepare(interpreter: Interpreter): Promise<BoxPool | null> {
    try {
      const start = async () => {
        const box = await this.#startInterpreter(interpreter);
        this.#poolOf.set(box, pool);
        return box;
      };
      const pool = this.#makePool(start, interpreter.ready);
      await pool.giveBack(await start());
      return pool;
    } catch (error) {
      this.#settings.onFailure(error);
      return null;
    }
  }

  async open(kind: BoxKind = 'ordinary'): Promise<BubblewrapBox> {
    if (kind === 'terminal') return this.#start({ hasTerminal: true });
    const box = await this.#plain.take();
    if (kind === 'ordinary') return box;
    try {
      await box.renew(cellFolders(kind));
      return box;
    } catch (error) {
      await this.#close(box);
      throw error;
    }
  }

  discard(box: BubblewrapBox): Promise<void> {
    return (this.#poolOf.get(box) ?? this.#plain).giveBack(box);
  }

  /** Later jobs get new boxes, because the system files have changed. */
  replaceBoxes(): void {
    for (const box of this.#living) box.retire();
  }

  async #close(box: BubblewrapBox): Promise<void> {
    try {
      await box.close();
    } catch (error) {
      this.#settings.onFailure(error);
    }
  }

  async #startInterpreter(interpreter: Interpreter): Promise<BubblewrapBox> {
    const { programs } = this.#settings;
    const library = join(SHARED_IN_BOX, basename(programs.python));
    const environment = {
      ...this.#settings.environment,
      ...interpreter.environment,
      LD_PRELOAD: library,
      ...(interpreter.afterStart !== undefined && { [AFTER_START]: interpreter.afterStart }),
    };
    // Python checks the path of its script before it opens it; any file that is not a Python script will do.
    const files = { [SCRIPT]: this.#shown(programs.python) };
    return this.#start({ init: { words: [...interpreter.words], environment, files } });
  }

  async #start(wanted: { hasTerminal?: boolean; init?: Init } = {}): Promise<BubblewrapBox> {
    if (this.#closed) throw new BoxError('The sandbox is closed.');
    const user = this.#takeUser();
    const group = this.#settings.groups.makeGroup(`box-${++this.#count}`);
    const child = this.#spawn(user, group, wanted);
    const control = child.stdio[3];
    if (!(control instanceof Duplex)) throw new BoxError('A box has no control socket.');
    const box = new BubblewrapBox(child, control, group, () => {
      this.#living.delete(box);
      this.#freeUsers.push(user);
    });
    this.#living.add(box);
    try {
      await box.begin(this.#filters, cellFolders('ordinary'));
      return box;
    } catch (error) {
      await box.close();
      throw error;
    }
  }

  #takeUser(): number {
    const user = this.#freeUsers.shift();
    if (user === undefined) throw new BoxError('All box users are in use.');
    return user;
  }

  #spawn(
    user: number,
    { procsFiles }: ControlGroup,
    { hasTerminal = false, init }: { hasTerminal?: boolean; init?: Init },
  ): ChildProcess {
    const { programs, sharedFolder, systemFiles } = this.#settings;
    const nice = this.#settings.groups.hasWeight ? 0 : NICEST;
    const groups = [String(procsFiles.length), ...procsFiles];
    const flags = [programs.hasOwnDevices, hasTerminal].map((flag) => (flag ? '1' : '0'));
    const words = ['join', String(user), sharedFolder, String(nice), ...flags, ...groups];
    const box = bubblewrapArguments(
      this.#shown(sharedFolder),
      systemFiles(),
      init ?? this.#shown(programs.init),
    );
    return spawn(programs.launch, [...words, BUBBLEWRAP, ...box], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: {},
      cwd: '/',
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#plain.close();
    for (const pool of this.#interpreters.values()) pool?.close();
    await Promise.all([...this.#living].map((box) => box.close()));
    removeControlGroups(this.#settings.groups);
    this.#sweeper.stdin?.end();
  }
}
