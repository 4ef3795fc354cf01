import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { BOX_USERS, findSubordinates } from './subordinate-users.ts';

/** As root, each live box has its own user, from this id on: a range that Debian does not use. */
const FIRST_BOX_USER = 64100;

const run = promisify(execFile);
const STRICT = ['-O2', '-Wall', '-Wextra', '-Werror'];
const PROGRAM = [...STRICT, '-static'];
/** Parts of box-init.c. */
const INCLUDED = ['box-hiding.h', 'box-files.h'];
const LIBRARY = [...STRICT, '-shared', '-fPIC'];

/** The small trusted programs, compiled once for each version of their source. */
export interface BoxPrograms {
  launch: string;
  init: string;
  /** The library that turns a preloaded Python interpreter into the init of a box. */
  python: string;
  /** Boxes can have their own devices. */
  hasOwnDevices: boolean;
  /** The first of `BOX_USERS` users, one for each live box; null if all boxes share the runner's user. */
  firstUser: number | null;
}

interface Build {
  folder: string;
  compiler: string;
  options: string[];
}

async function build(sources: string[], { folder, compiler, options }: Build): Promise<string> {
  const [main = ''] = sources;
  const texts = await Promise.all(sources.map((name) => readFile(join(import.meta.dirname, name))));
  const hash = createHash('sha256').update([compiler, ...options].join());
  for (const text of texts) hash.update(text);
  const program = join(folder, `${basename(main, '.c')}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  // The rename makes the program visible only when it is complete.
  const unfinished = `${program}.${process.pid}`;
  await run(compiler, [...options, '-o', unfinished, join(import.meta.dirname, main)]);
  await chmod(unfinished, 0o755);
  await rename(unfinished, program);
  return program;
}

/** Needs root, and some containers forbid it. */
async function canMakeDevices(launch: string): Promise<boolean> {
  if (process.geteuid?.() !== 0) return false;
  return run(launch, ['try-devices'], { env: {} }).then(
    () => true,
    () => false,
  );
}

/** Ordinary users need the package uidmap and subordinate users, which most systems give them. */
async function findFirstUser(launch: string): Promise<number | null> {
  if (process.geteuid?.() === 0) return FIRST_BOX_USER;
  const [users, groups] = await Promise.all(
    ['/etc/subuid', '/etc/subgid'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const { username, uid } = userInfo();
  const first = findSubordinates(users ?? '', groups ?? '', [username, String(uid)]);
  if (first === null) return null;
  return run(launch, ['try-user', String(first)], { env: {} }).then(
    () => first,
    () => null,
  );
}

/** Inside a box, the user of an ordinary runner's boxes. */
const INSIDE = 1;

/** Programs look up their own user. Each box has one of these, and all are called `student`. */
async function writeAccounts(folder: string): Promise<void> {
  const own = process.geteuid?.() ?? 0;
  const boxes = Array.from({ length: BOX_USERS }, (_, index) => FIRST_BOX_USER + index);
  const users = [...new Set([...(own === 0 ? boxes : [own]), INSIDE])];
  const lines = {
    passwd: users.map((user) => `student:x:${user}:${user}:Student:/box:/bin/sh\n`),
    group: users.map((user) => `student:x:${user}:\n`),
  };
  for (const [name, all] of Object.entries(lines)) {
    const unfinished = join(folder, `${name}.${process.pid}`);
    await writeFile(unfinished, all.join(''));
    await chmod(unfinished, 0o644);
    await rename(unfinished, join(folder, name));
  }
}

/**
 * Compiles missing programs into `folder`, which every box can read.
 * @param compiler a cross compiler, to build for another architecture
 */
export async function buildBoxPrograms(folder: string, compiler = 'gcc'): Promise<BoxPrograms> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  await writeAccounts(folder);
  const program = { folder, compiler, options: PROGRAM };
  const [launch, init, python] = await Promise.all([
    build(['box-launch.c'], program),
    build(['box-init.c', ...INCLUDED], program),
    build(['box-python.c', 'box-init.c', ...INCLUDED], { ...program, options: LIBRARY }),
  ]);
  const hasOwnDevices = await canMakeDevices(launch);
  return { launch, init, python, hasOwnDevices, firstUser: await findFirstUser(launch) };
}
