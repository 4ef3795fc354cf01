import * as contract from '@vlabs/contract/archives/archives';
import type { FastifyInstance } from 'fastify';
import { attachmentHeaders } from '../platform/http/content-disposition.ts';
import { answer, serve } from '../platform/http/serve.ts';
import { queuePrint } from '../platform/pdf/print-queue.ts';
import type { Archives } from './archives.service.ts';

export function archiveRoutes(app: FastifyInstance, { archives }: { archives: Archives }): void {
  serve(app, contract.listArchives, async ({ params }) =>
    answer(await archives.list(params.uniqueId)),
  );
  serve(app, contract.listDamagedArchives, async () => answer(await archives.listDamaged()));
  serve(app, contract.downloadArchive, async ({ params, response }) => {
    const { name, bytes } = await archives.open(params.uniqueId, params.number);
    return response.headers(attachmentHeaders(name, 'application/zip')).send(bytes);
  });
  serve(app, contract.printSlip, async ({ caller, params, response }) => {
    const { name, contents } = await queuePrint(caller.id, () =>
      archives.printSlip(params.uniqueId, params.number),
    );
    return response.headers(attachmentHeaders(name, 'application/pdf')).send(contents);
  });
}
