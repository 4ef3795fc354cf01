import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { listQuizzes } from '@vlabs/contract/quizzes/quizzes';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import { views } from '../../kinds/views.tsx';
import type { z } from 'zod';
import { keyOf } from '../../platform/calls/call.ts';

/** Loads the fields of these kinds, and of these questions. A part that fails is loaded when it is shown. */
export async function loadFields(
  kinds: readonly KindName[],
  questions: readonly { kind: KindName; body: unknown }[] = [],
): Promise<void> {
  const wanted = new Set([...kinds, ...questions.map(({ kind }) => kind)]);
  const loading = [...wanted].map(async (kind) =>
    views[kind].preload?.(questions.filter((one) => one.kind === kind).map(({ body }) => body)),
  );
  await Promise.allSettled(loading);
}

type List = z.infer<typeof listQuizzes.reply>;

/** The kinds to load, as the page's lists of tests tell them; none if no list has the test. */
export function findKindsToLoad(queryClient: QueryClient, uniqueId: string): KindName[] {
  const lists = queryClient.getQueriesData<List | InfiniteData<List>>({
    queryKey: keyOf(listQuizzes),
  });
  const test = lists
    .flatMap(([, list]) => pagesOf(list))
    .flatMap(({ updatedQuizData }) => updatedQuizData)
    .find(({ unique_id: id }) => id === uniqueId);
  return test?.formDetails.toLoad ?? [];
}

function pagesOf(list: List | InfiniteData<List> | undefined): List[] {
  if (!list) return [];
  return 'pages' in list ? list.pages : [list];
}
