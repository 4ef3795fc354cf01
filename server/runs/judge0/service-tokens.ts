import { createHash, timingSafeEqual } from 'node:crypto';

/** An external program that may run programs. */
export interface ServiceToken {
  name: string;
  token: string;
}

/** Compares with every token in constant time. */
export function findService(services: readonly ServiceToken[], sent: string): string | null {
  const hash = hashOf(sent);
  const matching = services.filter(({ token }) => timingSafeEqual(hashOf(token), hash));
  return matching[0]?.name ?? null;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
