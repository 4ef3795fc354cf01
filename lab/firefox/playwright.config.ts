import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import inChromium from '../../playwright.config.ts';

const results = join(import.meta.dirname, '../../test-results/firefox');

/** Runs the main journeys, which are written for Chromium, and checks how the pages look in Firefox. */
const journeys = [
  'signing-in',
  'workspace/workspace',
  'workspace/terminal',
  'workspace/workspace-keeping',
  'workspace/workspace-accessibility',
  'classes/assignments',
  'classes/class-lists',
  'quizzes/quizzes',
  'quizzes/quizzes-accessibility',
  'quizzes/sitting-quizzes',
  'quizzes/sitting-offline',
  'quizzes/second-tab',
  'quizzes/sitting-accessibility',
  'accessibility',
];

export default defineConfig(inChromium, {
  testDir: '../..',
  projects: [{ name: 'firefox' }],
  // A journey is in either folder, or has a part in both.
  testMatch: [
    '**/lab/firefox/looks.spec.ts',
    ...journeys.flatMap((journey) => [
      `**/e2e/${journey}.spec.ts`,
      `**/e2e/drills/${journey}.spec.ts`,
    ]),
  ],
  // Firefox sometimes crashes (signal 11) while axe runs, so only a repeated failure counts.
  retries: 2,
  globalSetup: '../../e2e/start-product.ts',
  outputDir: join(results, 'failures'),
  reporter: [['list'], ['json', { outputFile: join(results, 'results.json') }]],
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: join(import.meta.dirname, 'launch-firefox.ts'), args: [] },
  },
});
