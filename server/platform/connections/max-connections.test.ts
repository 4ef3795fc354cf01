import type { FastifyBaseLogger } from 'fastify';
import { expect, test, vi } from 'vitest';
import { maxConnections } from './connections.ts';

test('the bound leaves files of the system for everything else', () => {
  const warn = vi.fn<FastifyBaseLogger['warn']>();
  expect(maxConnections(100, { warn })).toBe(100);
  expect(warn).not.toHaveBeenCalled();
  const max = maxConnections(Number.MAX_SAFE_INTEGER, { warn });
  expect(max).toBeLessThan(Number.MAX_SAFE_INTEGER);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ max }),
    expect.stringContaining('LimitNOFILE'),
  );
});
