import * as contract from '@vlabs/contract/http/tasks';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve.ts';
import { openEventStream } from './event-stream.ts';
import type { Tasks } from './tasks.ts';

export function taskRoutes(app: FastifyInstance, { tasks }: { tasks: Tasks }): void {
  serve(app, contract.followTask, async ({ caller, params, request, response }) => {
    // Refusals must be sent before the stream is open.
    await tasks.read(params, caller);
    const stream = openEventStream(request, response);
    const gone = new AbortController();
    stream.onClose(() => gone.abort());
    const publishAll = async () => {
      for await (const progress of tasks.follow(params, caller, gone.signal)) {
        stream.send('task', progress);
      }
    };
    void publishAll()
      // The page reconnects and then gets the error.
      .catch((error: unknown) =>
        request.log.warn({ err: error }, 'Could not keep following a task.'),
      )
      .finally(() => stream.end());
    return stream.body;
  });
}
