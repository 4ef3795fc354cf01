import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The fake's reaction to the next request. */
export type FakeReply =
  | { status: number }
  | {
      text: string;
      /** Closes the connection after this many bytes of the reply. */
      cutAfterBytes?: number;
      /** Goes silent after the text without ending the reply. */
      hangs?: true;
    };

interface FakeRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export interface FakeAssistant {
  url: string;
  /** All requests, in order. */
  requests: FakeRequest[];
  /** The replies in order; the last one repeats. */
  replies: FakeReply[];
  stop(): Promise<void>;
}

/**
 * A local server with the streaming protocols of Gemini and OpenAI, one byte at a time. `choose`
 * selects the reply by the request instead of the order.
 */
export async function startFakeAssistant(
  choose?: (asked: string) => FakeReply,
): Promise<FakeAssistant> {
  const requests: FakeRequest[] = [];
  const replies: FakeReply[] = [{ text: writeReply(1) }];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      const chosen = choose?.(JSON.stringify(body));
      const reply = chosen ?? (replies.length > 1 ? replies.shift() : replies[0]);
      return answer({ path: request.url ?? '', body }, response, reply ?? { status: 500 });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens nowhere.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    replies,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A reply in the requested format with this many valid questions. */
export function writeReply(count: number, changes: Record<number, unknown> = {}): string {
  const questions = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [index + 1, writeQuestion(index + 1)]),
  );
  return JSON.stringify({ questions: { ...questions, ...changes }, subject: 'C', topic: 'Loops' });
}

export const writeQuestion = (number: number) => ({
  QuestionTitle: `What does "loop ${number}" print? {not [a brace`,
  QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
  CorrectAnswer: String(((number - 1) % 4) + 1),
});

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts).toString();
  return text === '' ? null : JSON.parse(text);
}

async function answer(
  { path, body }: Pick<FakeRequest, 'path' | 'body'>,
  response: ServerResponse,
  reply: FakeReply,
): Promise<void> {
  const isGemini = path.includes('enerateContent');
  const isStreamed = path.includes(':stream') || JSON.stringify(body).includes('"stream":true');
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"refused by the fake","code":1,"status":"REFUSED"}}');
    return;
  }
  if (!isStreamed) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isGemini ? writeGeminiReply(reply.text) : writeOpenAiReply(reply.text)),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const pieces = reply.text.match(/[\s\S]{1,40}/g) ?? [];
  const lines = pieces.map(isGemini ? writeGeminiPiece : writeOpenAiPiece);
  const end = isGemini ? GEMINI_END : OPENAI_END;
  const bytes = Buffer.from(lines.join('') + (reply.hangs ? '' : end));
  for (const [index, byte] of bytes.entries()) {
    if (response.destroyed) return;
    if (index === reply.cutAfterBytes) {
      response.destroy();
      return;
    }
    response.write(Buffer.of(byte));
    // Yields to the event loop, so that the reader gets many small pieces.
    if (index % 16 === 0) await nextTurn();
  }
  if (!reply.hangs) response.end();
}

const writeGeminiPiece = (text: string): string => {
  const content = { role: 'model', parts: [{ text }] };
  return `data: ${JSON.stringify({ candidates: [{ content, index: 0 }] })}\r\n\r\n`;
};
const GEMINI_END = `data: ${JSON.stringify({
  candidates: [
    { content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
})}\r\n\r\n`;

const writeGeminiReply = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
});
const writeOpenAiReply = (content: string) => ({
  ...OPENAI_CHUNK,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
});

const writeOpenAiPiece = (content: string): string => {
  const choice = { index: 0, delta: { role: 'assistant', content }, finish_reason: null };
  return `data: ${JSON.stringify({ ...OPENAI_CHUNK, choices: [choice] })}\n\n`;
};
const OPENAI_CHUNK = { id: 'fake', object: 'chat.completion.chunk', created: 1, model: 'fake' };
const OPENAI_END = `data: ${JSON.stringify({
  ...OPENAI_CHUNK,
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
})}\n\ndata: [DONE]\n\n`;
