import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';
import { hostilePrograms } from './hostile-programs.ts';
import { runHostile, wantedOf } from './run-hostile.ts';

// As many as run in pairs.
const runner = await startRunner({ VLABS_RUNNER_SLOTS: '2' });
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

test('every hostile program is in the table', () => {
  const programs = readdirSync(import.meta.dirname).filter((name) => extname(name) !== '.ts');
  expect(hostilePrograms.map(({ file }) => file).toSorted()).toEqual(programs.toSorted());
});

/** As root, or for an ordinary user with subordinate users. */
const hasOwnUsers = process.geteuid?.() === 0 || existsSync('/usr/bin/newuidmap');

describe.skipIf(cannotConfine)(
  'a hostile program gets a clear verdict, and the next run is normal',
  () => {
    test.for(hostilePrograms)('$file: $verdict', async (program, context) => {
      context.skip(
        program.needsOwnUsers === true && !hasOwnUsers,
        'All boxes share one user here.',
      );
      expect(await runHostile(runner, program)).toMatchObject(wantedOf(program));
    });
  },
);
