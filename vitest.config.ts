import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { PATIENCE } from './runner/testing/patience.ts';
import { SlowFirst } from './tools/slow-first.ts';
import { tablerIcons } from './web/tabler-icons.ts';

export default defineConfig({
  test: {
    // Real compilers and databases share the machine's cores with each other.
    testTimeout: 30_000 * PATIENCE,
    hookTimeout: 60_000 * PATIENCE,
    expect: { poll: { timeout: 15_000 * PATIENCE } },
    // Files that share a process load the programs under test once.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Half of what a test takes is waiting.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        // The pages name their icons so.
        plugins: [tablerIcons()],
        test: {
          name: 'unit',
          setupFiles: ['server/testing/same-chance.ts', 'server/testing/left-processes.ts'],
          include: ['{kinds,contract,server,runner,web,tools}/**/*.test.{ts,tsx}'],
          exclude: ['runner/differential/**', '**/node_modules/**'],
          globalSetup: [
            'server/testing/database/test-cluster.ts',
            'runner/testing/prepared-runner.ts',
          ],
        },
      },
      {
        extends: true,
        test: { name: 'differential', include: ['runner/differential/*.test.ts'] },
      },
    ],
  },
});
