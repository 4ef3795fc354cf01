import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startObjectStore } from './object-store.ts';

type Behaviour = (call: IncomingMessage, reply: ServerResponse) => void;

export interface HostileStore {
  /** Settings that point to it. */
  environment: NodeJS.ProcessEnv;
  /** Sets its reaction from now on; null: forwards to the real object store. */
  behave(as: Behaviour | null): void;
  /** Calls since the last change of behaviour. */
  countCalls(): number;
  /** Bytes sent since then. */
  countSentBytes(): number;
  close(): Promise<void>;
}

/** A real object store behind a proxy that can reply in any way. */
export async function startHostileStore(): Promise<HostileStore> {
  const objects = await startObjectStore();
  const target = new URL(objects.environment['VLABS_S3_ENDPOINT'] ?? '');
  const sockets = new Set<Socket>();
  let behaviour: Behaviour | null = null;
  let calls = 0;
  let sentBefore = 0;
  let sentByClosed = 0;
  const countSent = () =>
    [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, sentByClosed);

  const door = createServer((call, reply) => {
    calls += 1;
    reply.on('error', () => undefined);
    if (behaviour) behaviour(call, reply);
    else passOn(call, reply, target);
  });
  door.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      sentByClosed += socket.bytesWritten;
    });
  });
  // In silent mode, `Expect: 100-continue` is not answered either.
  door.on('checkContinue', (call: IncomingMessage, reply: ServerResponse) => {
    if (!behaviour) reply.writeContinue();
    door.emit('request', call, reply);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    environment: { ...objects.environment, VLABS_S3_ENDPOINT: `http://127.0.0.1:${portOf(door)}` },
    behave: (as) => {
      behaviour = as;
      calls = 0;
      sentBefore = countSent();
    },
    countCalls: () => calls,
    countSentBytes: () => countSent() - sentBefore,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      door.close();
      await objects.close();
    },
  };
}

/** The signature covers the Host header, so all headers are forwarded unchanged. */
function passOn(call: IncomingMessage, reply: ServerResponse, target: URL): void {
  const { method, url, headers } = call;
  const { expect: _answered, ...others } = headers;
  const onward = request({
    host: target.hostname,
    port: target.port,
    method,
    path: url,
    headers: others,
  });
  onward.on('response', (answer) => {
    reply.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(reply);
  });
  onward.on('error', () => reply.destroy());
  call.pipe(onward);
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen.');
  return address.port;
}
