import type { FastifyRequest } from 'fastify';
import type { Entrance } from './login.service.ts';

export function entranceOf(request: FastifyRequest): Entrance {
  const browser = request.headers['user-agent'] ?? '';
  const { ip, isProxied } = request;
  return { address: ip, browser: browser.slice(0, 300), isProxied };
}
