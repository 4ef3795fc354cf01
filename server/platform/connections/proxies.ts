import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from './addresses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Something stands between the caller and this server, so that they may be anywhere. */
    isProxied: boolean;
  }
}

const ADDED_BY_PROXIES = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'];

/** Whether a proxy has said that it is one. */
export const hasProxyHeader = (headers: IncomingHttpHeaders): boolean =>
  ADDED_BY_PROXIES.some((name) => headers[name] !== undefined);

/** Notes of every request whether it came through a proxy; where one is set up, all do. */
export function noteProxies(app: FastifyInstance, trustedProxies: readonly string[]): void {
  app.decorateRequest('isProxied', false);
  app.addHook('onRequest', async (request) => {
    request.isProxied = trustedProxies.length > 0 || looksProxied(request);
  });
}

/**
 * A proxy on this machine connects from loopback like a person who sits at it. One that adds no header is
 * known by the name that its callers use, or by the old HTTP that some proxies speak and browsers do not.
 */
function looksProxied({ headers, raw }: FastifyRequest): boolean {
  if (hasProxyHeader(headers)) return true;
  if (!isLoopback(raw.socket.remoteAddress ?? '')) return false;
  return raw.httpVersion === '1.0' || !isLoopback(hostNameOf(headers.host ?? ''));
}

function hostNameOf(host: string): string {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return host;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}
