import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** mold links a C++ program in a third of the system linker's time. C programs gain nothing. */
export const moldOptions = (): string[] => (existsSync('/usr/bin/mold') ? ['-fuse-ld=mold'] : []);

/** gold links a C program in two thirds of the time, if it is installed. */
export const goldOptions = (): string[] =>
  existsSync('/usr/bin/ld.gold') ? ['-fuse-ld=gold', '-fno-use-linker-plugin'] : [];

/** Each linker has its own error messages. */
export const hasLinkerMessage = (output: string): boolean =>
  /^(?:mold|collect2|\S*ld\.gold): /m.test(output);

/** Functions of the C library that the system linker warns about, such as `gets`. mold does not warn. */
export async function findWarnedFunctions(compiler: string): Promise<RegExp | null> {
  const { stdout } = await execute(compiler, ['-print-file-name=libc.so.6'], { env: {} });
  const library = await readFile(stdout.trim(), 'latin1');
  const names = [...library.matchAll(/\.gnu\.warning\.([A-Za-z_]\w*)/g)].map(([, name]) => name);
  return names.length > 0 ? new RegExp(`\\b(?:${names.join('|')})\\b`) : null;
}
