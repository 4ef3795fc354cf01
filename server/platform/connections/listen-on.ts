import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartFailure } from '../start/start-failure.ts';

/**
 * Thousands of students may connect within one second; a rejected connection retries a second
 * later.
 */
const MAX_WAITING_CONNECTIONS = 4096;

/** Opens the port and returns the address to open in a browser. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    await app.listen({ host, port, backlog: MAX_WAITING_CONNECTIONS });
  } catch (error) {
    throw new StartFailure(`${explain(error, host, port)} Set PORT or HOST to another.`);
  }
  const address = app.server.address();
  const opened = isAddressInfo(address) ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${opened}`;
}

function explain(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'EADDRINUSE') return `The port ${port} of ${host} is taken by another program.`;
  if (code === 'EACCES') return `This user may not open the port ${port}.`;
  if (code === 'EADDRNOTAVAIL') return `This machine does not have the address ${host}.`;
  return `The port ${port} of ${host} could not be opened (${code}).`;
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
