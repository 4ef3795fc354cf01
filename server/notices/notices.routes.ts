import * as contract from '@vlabs/contract/notices/notices';
import type { FastifyInstance } from 'fastify';
import { openEventStream } from '../platform/events/event-stream.ts';
import { answer, serve } from '../platform/http/serve.ts';
import type { Notices } from './notices.service.ts';

export function noticeRoutes(app: FastifyInstance, { notices }: { notices: Notices }): void {
  serve(app, contract.listNotices, async ({ caller }) =>
    answer(await notices.listNotices(caller.id)),
  );
  serve(app, contract.readNotices, async ({ caller, body }) =>
    answer(await notices.readNotices(caller.id, body.names)),
  );
  serve(app, contract.followNotices, async ({ caller, query, request, response }) => {
    const student = await notices.findStudent(caller.id);
    const stream = openEventStream(request, response);
    notices.watch.follow({ student, sinceMs: new Date(query.since).getTime() }, stream);
    return stream.body;
  });
}
