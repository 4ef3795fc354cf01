import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journeysOf, listPagesWithJourneys } from './journeys-of.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** Parts that every page uses. */
const SHARED = ['node_modules', 'dist', 'dist-unfinished', 'frame', 'platform', 'public', 'ui'];

test('every folder of pages has journeys, and each of them exists', () => {
  const folders = readdirSync(join(ROOT, 'web'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
    .map(({ name }) => name);
  expect(listPagesWithJourneys().toSorted()).toEqual(folders.toSorted());
  const journeys = journeysOf([...folders, 'ui'].map((name) => `web/${name}/Page.tsx`));
  expect(journeys.filter((journey) => !existsSync(join(ROOT, journey)))).toEqual([]);
});

test('a changed page selects its journeys, each once, and a changed journey selects itself', () => {
  expect(
    journeysOf(['web/news/NewsPage.tsx', 'web/news/NewsList.tsx', 'e2e/home.spec.ts']),
  ).toEqual(['e2e/news.spec.ts', 'e2e/home.spec.ts']);
});

test('a change of the server, a test or a drill selects no journey', () => {
  expect(
    journeysOf([
      'server/news/news.queries.ts',
      'web/news/news.test.ts',
      'e2e/drills/floods.spec.ts',
    ]),
  ).toEqual([]);
});
