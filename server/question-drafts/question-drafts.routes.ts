import * as contract from '@vlabs/contract/question-drafts/question-drafts';
import type { FastifyInstance } from 'fastify';
import { type EventStream, openEventStream } from '../platform/events/event-stream.ts';
import { answer, serve } from '../platform/http/serve.ts';
import type { AssistantSettings } from './assistant.ts';
import { draftQuestions, readPastedReply, requireAssistant } from './question-drafts.service.ts';

export function questionDraftRoutes(
  app: FastifyInstance,
  { assistant }: { assistant: AssistantSettings | null },
): void {
  serve(app, contract.getQuestionDrafting, async () =>
    answer({ available: assistant !== null, model: assistant?.model ?? null }),
  );
  serve(app, contract.draftQuestions, async ({ body, request, response }) => {
    const settings = requireAssistant(assistant);
    const stream = openEventStream(request, response);
    const gone = new AbortController();
    stream.onClose(() => gone.abort());
    const drafting = { settings, request: body, emit: emitTo(stream), gone: gone.signal };
    void draftQuestions(drafting).then((error) => {
      if (error !== null) request.log.warn({ err: error }, 'Could not draft questions.');
      stream.end();
    });
    return stream.body;
  });
  serve(app, contract.parseQuestionDrafts, async ({ body, response }) => {
    response.header('content-type', 'text/event-stream; charset=utf-8');
    const lines: string[] = [];
    readPastedReply(body.reply, body.count, (event) => lines.push(writeEvent(event)));
    return lines.join('');
  });
}

const emitTo =
  (stream: EventStream) =>
  (event: contract.DraftEvent): void =>
    stream.send(event.event, event);

const writeEvent = (event: contract.DraftEvent): string =>
  `event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`;
