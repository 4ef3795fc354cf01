import type { Zippable } from 'fflate';

export interface PackedProgram {
  text: string;
  /** When it was saved; null if that is not one time. */
  at: Date | null;
}

/** Local, since entries of a ZIP have local times. */
const NO_TIME = new Date(1980, 0, 2);

/** A ZIP of programs by path. Equal programs give equal bytes. */
export async function packPrograms(files: ReadonlyMap<string, PackedProgram>): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const entries: Zippable = {};
  for (const [name, { text, at }] of files) {
    entries[name] = [strToU8(text), { mtime: at ?? NO_TIME }];
  }
  return zipSync(entries);
}
