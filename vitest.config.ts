import { availableParallelism } from 'node:os';
import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config';
import { HANG_MS } from './runner/testing/patience.ts';
import { listTests } from './tools/testing/list-tests.ts';
import { tablerIcons } from './web/tabler-icons.ts';

const RETRIES = Number(process.env['TEST_RETRIES'] ?? 2);
const { rules, services } = listTests();

/** Tests that use the shared PostgreSQL and runner. */
const onServices = {
  retry: RETRIES,
  setupFiles: ['server/testing/same-chance.ts', 'server/testing/left-processes.ts'],
  globalSetup: ['server/testing/database/test-cluster.ts', 'runner/testing/prepared-runner.ts'],
};

export default defineConfig({
  test: {
    testTimeout: 2 * HANG_MS,
    hookTimeout: 2 * HANG_MS,
    expect: { poll: { timeout: HANG_MS } },
    // Files that share a process load the code under test once.
    isolate: false,
    // Tests wait for half of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      project({ name: 'rules', include: rules, setupFiles: ['server/testing/same-chance.ts'] }),
      project({ name: 'services', include: services, ...onServices }),
      project({
        name: 'drills',
        include: ['{server,runner,tools}/**/*.drill.ts'],
        exclude: ['runner/differential/**'],
        ...onServices,
        testTimeout: 10 * HANG_MS,
      }),
      // Starts runners that have prepared nothing.
      project({
        name: 'differential',
        include: ['runner/differential/*.drill.ts'],
        retry: RETRIES,
        testTimeout: 10 * HANG_MS,
      }),
    ],
  },
});

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

function project(test: Settings): TestProjectInlineConfiguration {
  // The pages name their icons like this.
  return { extends: true, plugins: [tablerIcons()], test };
}
