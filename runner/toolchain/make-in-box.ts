import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeFiles } from '../languages/made-files.ts';
import { makeWhole } from '../languages/share-files.ts';
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
  { folder, sources, words, ...how }: MadeFiles,
): Promise<void> {
  const home = join(sharedFolder, folder);
  if (existsSync(home)) return;
  // In a box too, not for confinement but because a box never outlives this process.
  const compiled = await compileInBox(
    sandbox,
    {
      ...how,
      steps: [words],
      sources: sources.map((source) => ({ ...source, mode: 0o644 })),
      size: 'ordinary',
      time: new CompileTime(),
    },
    new AbortController().signal,
  );
  if (!compiled.files) throw new Error(`${folder} fails: ${compiled.output.toString()}`);
  const { files } = compiled;
  await makeWhole(home, async (unfinished) => {
    for (const { name, bytes, mode } of files) {
      await writeFile(join(unfinished, name), bytes);
      await chmod(join(unfinished, name), mode);
    }
  });
}
