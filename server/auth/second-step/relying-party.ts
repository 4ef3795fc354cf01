import { isIP } from 'node:net';

/** What a passkey belongs to: the host name, and the only origin whose pages may use it. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Null if passkeys do not work here: browsers have them only on https pages with a host name, and on localhost. The
 * public address decides alone if it is set.
 */
export function findRelyingParty(publicUrl: string | null, host: string): RelyingParty | null {
  const opened = URL.parse(publicUrl ?? `http://${host}`);
  if (opened === null) return null;
  const { hostname: id, origin, protocol } = opened;
  if (id === 'localhost') return { id, origin };
  const isAddress = isIP(id) !== 0 || id.startsWith('[');
  return publicUrl !== null && protocol === 'https:' && !isAddress ? { id, origin } : null;
}
