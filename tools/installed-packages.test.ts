import { expect, test } from 'vitest';
import { areInstalled } from './installed-packages.mjs';

const locked = {
  '': {},
  web: { version: '0.1.0' },
  'node_modules/react': { version: '19.0.0' },
  'node_modules/vitest': { version: '5.0.0', dev: true },
  'node_modules/@vlabs/web': { link: true },
  'web/node_modules/@mantine/notifications': { version: '9.0.0' },
};
const [, , react, , link, nested] = Object.keys(locked);
const files = [`${react}/package.json`, `${link}`, `${nested}/package.json`];
const installed = {
  'node_modules/react': { version: '19.0.0' },
  'web/node_modules/@mantine/notifications': { version: '9.0.0' },
};
const asked = { locked, installed, tests: false, isThere: (path: string) => files.includes(path) };

test('every package of the lock file is there, and those of the tests are asked for', () => {
  expect(areInstalled(asked)).toBe(true);
  expect(areInstalled({ ...asked, tests: true })).toBe(false);
});

test.each(files)('without %s there is something to do, whatever npm has noted', (missing) => {
  const isThere = (path: string) => path !== missing && files.includes(path);
  expect(areInstalled({ ...asked, isThere })).toBe(false);
});

test('a package of another version is not the one that is wanted', () => {
  const older = { ...installed, 'node_modules/react': { version: '18.0.0' } };
  expect(areInstalled({ ...asked, installed: older })).toBe(false);
});
