import {
  JUDGE0_VERSION,
  authenticate,
  authorize,
  getAbout,
  getConfigInfo,
  getIsolate,
  getJudge0Home,
  getLanguage,
  getLicense,
  getRunStatistics,
  getSystemInfo,
  getVersion,
  listAllLanguages,
  listLanguages,
  listStatuses,
  listWorkers,
  statuses,
} from '@vlabs/contract/runs/judge0';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import {
  ISOLATE_TEXT,
  LICENSE_TEXT,
  about,
  describeSettings,
  describeSystem,
} from './information.ts';
import { runNotFound } from './refusals.ts';
import type { RunInformation } from './run-information.ts';
import type { Runs } from '../runs.service.ts';

/** Judge0's endpoints about itself, its languages and its load. */
export function informationRoutes(
  scope: FastifyInstance,
  { information, runs }: { information: RunInformation; runs: Runs },
): void {
  serve(scope, getJudge0Home, async () => '');
  serve(scope, authenticate, async () => '');
  serve(scope, authorize, async () => '');
  serve(scope, getAbout, async () => about);
  serve(scope, getVersion, async () => `${JUDGE0_VERSION}\n`);
  serve(scope, getIsolate, async () => ISOLATE_TEXT);
  serve(scope, getLicense, async () => LICENSE_TEXT);
  serve(scope, getSystemInfo, async () => describeSystem());
  serve(scope, getConfigInfo, async () => {
    const { mayDelete } = runs.settings;
    return describeSettings({ mayDelete, maxWaiting: runs.maxWaiting });
  });
  serve(scope, listStatuses, async () => [...statuses]);

  serve(scope, listLanguages, () => information.listLanguages());
  serve(scope, listAllLanguages, async () => {
    const all = await information.listLanguages();
    return all.map((language) => ({ ...language, is_archived: false }));
  });
  serve(scope, getLanguage, async ({ params }) => {
    const id = /^\d{1,9}$/.test(params.languageId) ? Number(params.languageId) : 0;
    const language = await information.findLanguage(id);
    if (!language) throw runNotFound();
    const { name, sourceFile, compileCommand, runCommand } = language;
    return {
      id,
      name,
      is_archived: false,
      source_file: sourceFile,
      compile_cmd: compileCommand,
      run_cmd: runCommand,
    };
  });

  serve(scope, getRunStatistics, ({ query }) =>
    information.getStatistics({ fresh: query.invalidate_cache === 'true' }),
  );
  serve(scope, listWorkers, async () => {
    const { waiting: size, slots: available, running } = await information.describeQueue();
    const working = Math.min(running, available);
    const idle = available - working;
    return [{ queue: JUDGE0_VERSION, size, available, idle, working, paused: 0, failed: 0 }];
  });
}
