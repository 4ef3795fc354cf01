import { getAccount } from '@vlabs/contract/auth/auth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', { addEventListener: () => undefined });
});

afterAll(() => vi.unstubAllGlobals());

test('the key of the account, which is written without the contract, is the one of its endpoint', async () => {
  const { accountQuery } = await import('./account-query.ts');
  const { queryOf } = await import('./query-of.ts');
  expect(accountQuery.queryKey).toEqual(queryOf(getAccount, {}).queryKey);
});
