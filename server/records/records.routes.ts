import * as contract from '@vlabs/contract/records/records';
import type { FastifyInstance } from 'fastify';
import { attachmentHeaders } from '../platform/http/content-disposition.ts';
import { answer, done, serve } from '../platform/http/serve.ts';
import { queuePrint } from '../platform/pdf/print-queue.ts';
import type { LabRecords } from './records.service.ts';

export function recordRoutes(app: FastifyInstance, { records }: { records: LabRecords }): void {
  serve(app, contract.getClassRecord, async ({ caller, scope, params }) =>
    answer(await records.getClassRecord(caller, params.classId, scope)),
  );
  serve(app, contract.saveClassRecord, async ({ scope, params, body }) =>
    answer(await records.saveClassRecord({ ...params, scope }, body), 'Saved.'),
  );
  serve(app, contract.prepareRecords, async ({ params }) =>
    answer(await records.prepareOutputs(params.classId)),
  );
  serve(app, contract.printRecord, async ({ caller, scope, params, response }) => {
    const asked = { personId: params.userId, scope, caller };
    const { name, contents } = await queuePrint(caller.id, () =>
      records.printRecord(params.classId, asked),
    );
    return response.headers(attachmentHeaders(name, 'application/pdf')).send(contents);
  });
  serve(app, contract.printRecords, async ({ scope, params, response }) => {
    const { name, zip } = await records.printRecords(params.classId, scope);
    return response.headers(attachmentHeaders(name, 'application/zip')).send(zip);
  });
  serve(app, contract.getOwnRecord, async ({ caller, params }) =>
    answer(await records.getOwnRecord(caller.id, params.classId)),
  );
  serve(app, contract.saveOwnTexts, async ({ caller, params, body }) => {
    await records.saveOwnTexts(caller.id, params.classId, body);
    return done('Saved.');
  });
  serve(app, contract.printOwnRecord, async ({ caller, params, response }) => {
    const { name, contents } = await queuePrint(caller.id, () =>
      records.printOwnRecord(caller.id, params.classId),
    );
    return response.headers(attachmentHeaders(name, 'application/pdf')).send(contents);
  });
}
