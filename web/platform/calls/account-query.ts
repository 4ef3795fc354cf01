import { queryOptions } from '@tanstack/react-query';
import { call, keyOf } from './call.ts';
import { loadAuthContract } from './load-auth-contract.ts';

/** The account of an admin. The frame of every page has this query and needs it for admins only. */
export const accountQuery = queryOptions({
  queryKey: keyOf({ method: 'GET', path: '/api/v1/auth/account' }),
  queryFn: async ({ signal }) => {
    const { getAccount } = await loadAuthContract();
    return (await call(getAccount, {}, { signal })).data;
  },
});
