import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@vlabs/contract/http/endpoint';
import type { z } from 'zod';
import { isRecord } from '../records.ts';
import { call, type Called, type Input, keyOf } from './call.ts';

/** An endpoint as a query. Callers with the same input share the cached reply. */
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

/**
 * Most replies hold their data next to a success flag; replies with an external format are
 * returned whole.
 */
function contentOf<Reply>(reply: Reply): ContentOf<Reply>;
function contentOf(reply: unknown): unknown {
  return isRecord(reply) && 'data' in reply ? reply['data'] : reply;
}

/**
 * Invalidates the replies of these endpoints after a change; those in use are fetched again
 * immediately.
 */
export function useRefresh(...endpoints: readonly Called[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
    );
}
