import { assert, ipV4, ipV6, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isLoopback, networkOf } from './addresses.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('an IPv4 address is a network of its own, mapped or not', () => {
  assert(
    property(ipV4(), (address) => {
      expect(networkOf(address)).toBe(address);
      expect(networkOf(`::ffff:${address}`)).toBe(address);
    }),
  );
});

test('every IPv6 address has a network of four groups', () => {
  assert(
    property(
      ipV6().filter((address) => !address.includes('.')),
      (address) => {
        expect(networkOf(address)).toMatch(/^([\da-f]{1,4}:){4}:\/64$/);
      },
    ),
  );
});

test.each(['127.0.0.1', '127.255.0.9', '::1', 'localhost', '::ffff:127.0.0.1'])(
  '%s is reached from this machine alone',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each(['128.0.0.1', '0.0.0.0', '::', '127.evil.example', '1270.0.0.1'])(
  '%s is reached from elsewhere',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
