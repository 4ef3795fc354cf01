import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from './addresses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request came through a proxy, so the client may be anywhere. */
    isProxied: boolean;
  }
}

const ADDED_BY_PROXIES = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'];

/** Whether a proxy has added its headers. */
export const hasProxyHeader = (headers: IncomingHttpHeaders): boolean =>
  ADDED_BY_PROXIES.some((name) => headers[name] !== undefined);

/** Notes for every request whether it came through a proxy. With a configured proxy, all do. */
export function noteProxies(app: FastifyInstance, trustedProxies: readonly string[]): void {
  app.decorateRequest('isProxied', false);
  app.addHook('onRequest', async (request) => {
    request.isProxied = trustedProxies.length > 0 || looksProxied(request);
  });
}

/**
 * A proxy on this machine connects from loopback, like a local user. If it adds no headers, it is
 * recognised by the host name of its clients, or by HTTP/1.0, which some proxies and no browsers
 * use.
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
