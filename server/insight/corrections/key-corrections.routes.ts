import * as contract from '@vlabs/contract/insight/key-corrections';
import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/connections/arrival.ts';
import { answer, serve } from '../../platform/http/serve.ts';
import type { KeyCorrections } from './key-corrections.service.ts';

export function keyCorrectionRoutes(
  app: FastifyInstance,
  { keyCorrections: corrections }: { keyCorrections: KeyCorrections },
): void {
  serve(app, contract.previewKeyCorrection, async ({ params, body }) =>
    answer(await corrections.preview(params.uniqueId, body)),
  );
  serve(app, contract.judgeByKey, async ({ params, body }) => {
    await corrections.judge(params.uniqueId, body);
    return answer(null, 'The programs are run on the changed test cases.');
  });
  serve(app, contract.correctKey, async ({ caller, params, body, request }) => {
    const corrector = { by: caller.id, ...originOf(request) };
    const done = await corrections.correct(corrector, params.uniqueId, body);
    const { changed } = done;
    return answer(
      done,
      `Key corrected. ${changed === 1 ? '1 score has' : `${changed} scores have`} changed.`,
    );
  });
}
