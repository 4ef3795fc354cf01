import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FLAGS = ['-O2', '-static', '-Wall', '-Wextra', '-Werror'];

/** The two small trusted programs, compiled once for each version of their source. */
export interface BoxPrograms {
  launch: string;
  init: string;
}

async function build(name: string, folder: string): Promise<string> {
  const source = join(import.meta.dirname, `${name}.c`);
  const text = await readFile(source);
  const version = createHash('sha256').update(text).update(FLAGS.join()).digest('hex').slice(0, 16);
  const program = join(folder, `${name}-${version}`);
  if (existsSync(program)) return program;
  // The name appears only when the program is whole, so a start that is cut short leaves no half.
  const unfinished = `${program}.${process.pid}`;
  await run('gcc', [...FLAGS, '-o', unfinished, source]);
  await chmod(unfinished, 0o755);
  await rename(unfinished, program);
  return program;
}

/** Compiles what is missing into `folder`, whose files every box may read. */
export async function buildBoxPrograms(folder: string): Promise<BoxPrograms> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const [launch, init] = await Promise.all([
    build('box-launch', folder),
    build('box-init', folder),
  ]);
  return { launch, init };
}
