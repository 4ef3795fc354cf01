import { isIPv4, isIPv6 } from 'node:net';

/** A loopback address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const address = withoutMapping(host);
  return (
    address === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'))
  );
}

/**
 * The unit of rate limits: an IPv4 address, or the /64 prefix within which an IPv6 subscriber can
 * change addresses at will.
 */
export function networkOf(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const gap = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...gap, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The network that gives a device its changing addresses: the /24 of an IPv4 address, or an IPv6 /64. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network;
}

/** A dual-stack socket reports 192.0.2.1 as ::ffff:192.0.2.1. */
function withoutMapping(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}
