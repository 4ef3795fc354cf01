import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeFiles } from '../languages/made-files.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { compileInBox } from './compile-in-box.ts';
import { CompileTime } from './compile-time.ts';

/**
 * Makes the files unless they exist.
 * @param sharedFolder as this process sees it
 */
export async function makeInBox(
  sandbox: Sandbox,
  sharedFolder: string,
  { folder, source, words, ...how }: MadeFiles,
): Promise<void> {
  const home = join(sharedFolder, folder);
  if (existsSync(home)) return;
  // In a box too, not for confinement but because a box never outlives this process.
  const compiled = await compileInBox(
    sandbox,
    {
      ...how,
      steps: [words],
      sources: [{ ...source, mode: 0o644 }],
      size: 'ordinary',
      time: new CompileTime(),
    },
    new AbortController().signal,
  );
  if (!compiled.files) throw new Error(`${source.name} fails: ${compiled.output.toString()}`);
  const unfinished = `${home}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  for (const { name, bytes, mode } of compiled.files) {
    await writeFile(join(unfinished, name), bytes);
    await chmod(join(unfinished, name), mode);
  }
  await rename(unfinished, home);
}
