import * as contract from '@vlabs/contract/questions/question-papers';
import type { FastifyInstance } from 'fastify';
import { attachmentHeaders } from '../../platform/http/content-disposition.ts';
import { serve } from '../../platform/http/serve.ts';
import { queuePrint } from '../../platform/pdf/print-queue.ts';
import { type Parts, printAttendance, printPaper } from './question-papers.service.ts';

export function questionPaperRoutes(app: FastifyInstance, parts: Parts): void {
  serve(app, contract.getQuestionPaper, async ({ caller, params, query, response }) => {
    const { name, contents } = await queuePrint(caller.id, () =>
      printPaper(parts, params.uniqueId, query),
    );
    return response.headers(attachmentHeaders(name, 'application/pdf')).send(contents);
  });
  serve(app, contract.getAttendanceSheet, async ({ caller, params, query, response }) => {
    const asked = { ...query, caller };
    const { name, contents } = await queuePrint(caller.id, () =>
      printAttendance(parts, params.uniqueId, asked),
    );
    return response.headers(attachmentHeaders(name, 'application/pdf')).send(contents);
  });
}
