import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusedCalls } from './refused-calls.ts';
import { seccompFilter } from './seccomp-filter.ts';

const HEADERS = {
  x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
  arm64: '/usr/include/asm-generic/unistd.h',
} as const;

const columns = Object.entries(HEADERS).map(([architecture, header], column) => ({
  architecture,
  header,
  column,
}));

test.for(columns)(
  'every refused call has the number that the kernel’s header for $architecture gives it',
  ({ header, column }, { skip }) => {
    if (!existsSync(header)) {
      console.warn(`Skipped: ${header} is not on this machine.`);
      skip();
    }
    const text = readFileSync(header, 'utf8');
    const defined = new Map<string, number>();
    for (const [, name = '', number] of text.matchAll(/__NR3264_(\w+)\s+(\d+)/g))
      defined.set(name, Number(number));
    for (const [, name = '', number] of text.matchAll(/__NR_(\w+)\s+(\d+)/g))
      defined.set(name, Number(number));
    const wrong = Object.entries(refusedCalls).filter(([name, numbers]) => {
      const real = defined.get(name);
      return real !== undefined && real !== numbers[column];
    });
    expect(wrong).toEqual([]);
  },
);

test('each filter has a whole number of instructions and allows by default', () => {
  for (const architecture of ['x64', 'arm64']) {
    const filter = seccompFilter({ hasOwnDevices: true, architecture });
    expect(filter.length % 8).toBe(0);
    expect(filter.readUInt32LE(filter.length - 4)).toBe(0x7fff0000);
  }
});

test('an architecture without a filter is refused, never run unfiltered', () => {
  expect(() => seccompFilter({ hasOwnDevices: true, architecture: 'riscv64' })).toThrow(
    'no system call filter',
  );
});
