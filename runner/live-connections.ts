import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIVE_RUNS_PROTOCOL } from '@vlabs/contract/runs/live-runs';
import { type LiveRunner, serveLiveRun } from './live-runs.ts';

const PATH = '/live-runs';

interface LiveConnections {
  isTrusted: (request: IncomingMessage) => boolean;
  /** Null if programs cannot be confined here. */
  runner: LiveRunner | null;
}

/** Upgrades an authorised request to a conversation with a program. */
export function acceptLiveRuns(server: Server, { isTrusted, runner }: LiveConnections): void {
  server.on('upgrade', (request: IncomingMessage, connection: Duplex) => {
    connection.on('error', () => connection.destroy());
    const isAsked = request.headers.upgrade === LIVE_RUNS_PROTOCOL && request.url === PATH;
    if (!isTrusted(request)) return refuse(connection, '401 Unauthorized');
    if (!isAsked) return refuse(connection, '404 Not Found');
    if (!runner) return refuse(connection, '503 Service Unavailable');
    if (connection instanceof Socket) {
      connection.setNoDelay(true);
      // If the server's machine disappears, no message arrives, and its programs must still end.
      connection.setKeepAlive(true, 10_000);
    }
    connection.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${LIVE_RUNS_PROTOCOL}\r\n\r\n`,
    );
    serveLiveRun(runner, connection);
  });
}

function refuse(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
