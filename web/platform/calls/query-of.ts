import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@vlabs/contract/endpoint';
import type { z } from 'zod';
import { isRecord } from '../records.ts';
import { call, type Called, type Input, keyOf } from './call.ts';

/** A call of the contract as a query: whoever asks the same shares the answer. */
export function queryOf<
  Reply extends z.ZodType,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
>(endpoint: Endpoint<Params, Query, Body, Reply>, input: Input<Params, Query, Body>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ signal }) => contentOf(await call(endpoint, input, { signal })),
  });
}

type ContentOf<Reply> = Reply extends { data: infer Data } ? Data : Reply;

/** A reply says that it succeeded, and has its data beside that; those that are fixed from outside are given whole. */
function contentOf<Reply>(reply: Reply): ContentOf<Reply>;
function contentOf(reply: unknown): unknown {
  return isRecord(reply) && 'data' in reply ? reply['data'] : reply;
}

/** After a change: whatever these calls answered is asked for again, and at once where it is on the page. */
export function useRefresh(...endpoints: readonly Called[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
    );
}
