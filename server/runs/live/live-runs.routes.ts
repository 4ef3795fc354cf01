import { LIVE_RUNS_ACCESS, LIVE_RUNS_PATH, LiveRunStart } from '@vlabs/contract/runs/live-runs';
import { LONG_TEXTS } from '@vlabs/contract/http/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { PublicError, requireRole, toPublicError, unauthorised } from '../../platform/errors.ts';
import type { CallsUnderWay } from '../../platform/connections/calls-under-way.ts';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import { refuseCrowdedJson } from '../../platform/http/json-bodies.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { findUnstorableText } from '../../platform/postgres/storable-text.ts';
import { limitHandshakes, requireKnownOrigin } from '../../platform/connections/web-sockets.ts';
import { receiveFirstMessage } from './first-message.ts';
import { makeLivePage, sayTo } from './live-page.ts';
import type { LiveRuns } from './live-runs.service.ts';

/** Time limit for the first message, which authenticates the page. */
const START_TIMEOUT_MS = 10_000;
const NORMAL = 1000;
const REFUSED = 1008;

interface LiveRunServices {
  live: LiveRuns;
  /** Finds the caller of a token. */
  identify: (
    token: string,
    request: Pick<FastifyRequest, 'isProxied' | 'ip' | 'headers'>,
  ) => Promise<Caller | null>;
  /** Other origins whose pages may connect. */
  origins: readonly string[];
  calls: CallsUnderWay;
}

/** The only WebSocket endpoint. */
export function liveRunRoutes(app: FastifyInstance, services: LiveRunServices): void {
  const handshakes = limitHandshakes();
  app.route({
    method: 'GET',
    url: LIVE_RUNS_PATH,
    config: { webSocket: true },
    onRequest: async (request) => requireKnownOrigin(request, services.origins),
    handler: (_request, reply) =>
      reply.code(426).send({
        success: false,
        code: 'upgrade_required',
        message: 'Connect to this address over a WebSocket.',
      }),
    wsHandler: (socket, request) => {
      handshakes.enter(socket);
      const onKnown = () => handshakes.leave(socket);
      serveTerminal(socket, { ...services, onKnown }, request).catch((error: unknown) => {
        request.log.error({ err: error }, 'could not serve a terminal');
        socket.terminate();
      });
    },
  });
}

async function serveTerminal(
  socket: WebSocket,
  { live, identify, calls, onKnown }: LiveRunServices & { onKnown: () => void },
  request: Pick<FastifyRequest, 'ip' | 'log' | 'isProxied' | 'headers'>,
): Promise<void> {
  const { ip, log } = request;
  socket.on('error', () => socket.terminate());
  const { first, release } = receiveFirstMessage(socket, START_TIMEOUT_MS);
  let leave: (() => void) | null = null;
  try {
    const start = readStart(await first);
    const caller = await requireCaller(() => identify(start.token, request));
    onKnown();
    leave = calls.enter({ caller, ip }, 'terminal');
    const page = makeLivePage(socket, {
      mayGoOn: async () => (await identify(start.token, request)) !== null,
      onEnded: () => refuse(socket, unauthorised(), log),
    });
    release();
    await live.runLive(caller, start, page);
    socket.close(NORMAL);
  } catch (error) {
    refuse(socket, error, log);
    // Further messages are discarded; the close event is still handled.
    socket.removeAllListeners('message');
    socket.resume();
  } finally {
    leave?.();
  }
}

function readStart(text: string | null) {
  const unreadable = new PublicError(400, 'invalid', 'The first message must say what to run.');
  try {
    if (text === null || refuseCrowdedJson(text, LONG_TEXTS.values)) throw unreadable;
    const start = LiveRunStart.safeParse(JSON.parse(text));
    if (start.success && findUnstorableText(start.data) === null) return start.data;
  } catch {
    throw unreadable;
  }
  throw unreadable;
}

async function requireCaller(identify: () => Promise<Caller | null>): Promise<Caller> {
  const caller = await identify();
  if (!caller) throw unauthorised();
  requireRole(caller.role, LIVE_RUNS_ACCESS);
  return caller;
}

function refuse(socket: WebSocket, error: unknown, log: Log): void {
  sayTo(socket, { event: 'refused', ...describeRefusal(error, log) });
  socket.close(REFUSED);
}

function describeRefusal(error: unknown, log: Log): { status: number; reason: string } {
  const shown = toPublicError(error);
  if (shown) return { status: shown.status, reason: shown.message };
  log.error({ err: error }, 'a run in a terminal failed');
  return { status: 500, reason: 'The program could not be started. Try again in a moment.' };
}
