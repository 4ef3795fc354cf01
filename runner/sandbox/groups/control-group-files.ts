import { readFileSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const REMOVE_ATTEMPTS = 400;
const REMOVE_PAUSE_MS = 5;

/** Reads a control group file that holds one number. */
export const readCount = (file: string): number => Number(readFileSync(file, 'utf8'));

/** Reads a file of words. */
export const readList = (file: string): string[] =>
  readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);

/** Reads one number from a file of `name number` lines; 0 if the kernel does not count it. */
export function readNamedCount(file: string, name: string): number {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [key, value] = line.split(' ');
    if (key === name) return Number(value);
  }
  return 0;
}

export const writeControl = (file: string, value: number | string): void =>
  writeFileSync(file, String(value));

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Removes a group's folder. The kernel refuses while the last process is still exiting. */
export async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT') return;
      if (code !== 'EBUSY' || attempt === REMOVE_ATTEMPTS) throw error;
      await pause(REMOVE_PAUSE_MS);
    }
  }
}
