import { type LanguageId, findLanguage } from '@vlabs/contract/runs/languages';
import {
  getVersion,
  listVersions,
  renameVersion,
  type Version,
} from '@vlabs/contract/programs/programs';
import { getRun, listPastRuns, type PastRun } from '@vlabs/contract/runs/runs';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call, keyOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { decodeBase64Text } from '../platform/base64-text.ts';

/** The server's page size. */
const PAGE_LENGTH = 50;

/** A past program: a saved version or a run. */
export type PastProgram =
  | { kind: 'version'; id: string; languageId: LanguageId; at: string; version: Version }
  | { kind: 'run'; id: string; languageId: LanguageId; at: string; run: PastRun };

export type HistoryKind = PastProgram['kind'];

/** Newest first, one page at a time. */
export function useHistory(kind: HistoryKind, assignment: string) {
  const endpoint = kind === 'version' ? listVersions : listPastRuns;
  return useInfiniteQuery({
    queryKey: [...keyOf(endpoint, { query: { assignment } }), 'pages'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === '' ? {} : { before: pageParam };
      return kind === 'version'
        ? listVersionPage({ assignment, ...before }, signal)
        : listRunPage({ assignment, ...before }, signal);
    },
    getNextPageParam: (page) => (page.length < PAGE_LENGTH ? null : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });
}

async function listVersionPage(
  query: { assignment: string; before?: string },
  signal: AbortSignal,
): Promise<PastProgram[]> {
  const { data } = await call(listVersions, { query }, { signal });
  return data.map((version) => {
    const { versionId: id, languageId, savedAt: at } = version;
    return { kind: 'version', id, languageId, at, version };
  });
}

async function listRunPage(
  query: { assignment: string; before?: string },
  signal: AbortSignal,
): Promise<PastProgram[]> {
  const { data } = await call(listPastRuns, { query }, { signal });
  return data.map((run) => {
    // Judge0 has a second id for C++, which other clients may use.
    const languageId = findLanguage(run.languageId)?.id ?? 54;
    return { kind: 'run', id: run.token, languageId, at: run.createdAt, run };
  });
}

/** Past programs never change. */
export function usePastText(program: PastProgram | null) {
  return useQuery({
    queryKey: ['past-text', program?.kind, program?.id],
    queryFn: ({ signal }) => (program ? readPastText(program, signal) : ''),
    enabled: program !== null,
    staleTime: Infinity,
  });
}

export async function readPastText(
  { kind, id }: Pick<PastProgram, 'kind' | 'id'>,
  signal?: AbortSignal,
): Promise<string> {
  const options = signal ? { signal } : {};
  if (kind === 'version') {
    return (await call(getVersion, { params: { versionId: id } }, options)).data.text;
  }
  const query = { base64_encoded: 'true', fields: 'source_code' };
  const run = await call(getRun, { params: { token: id }, query }, options);
  const source = run['source_code'];
  return typeof source === 'string' ? decodeBase64Text(source) : '';
}

/** All versions, for the download. */
export async function listAllVersions(assignment: string): Promise<PastProgram[]> {
  const all: PastProgram[] = [];
  const { signal } = new AbortController();
  for (let before = {}; ;) {
    const page = await listVersionPage({ assignment, ...before }, signal);
    all.push(...page);
    const last = page.at(-1);
    if (page.length < PAGE_LENGTH || !last) return all;
    before = { before: last.id };
  }
}

export function useRenameVersion() {
  const refresh = useRefresh(listVersions);
  return useMutation({
    mutationFn: ({ versionId, name }: { versionId: string; name: string }) =>
      call(renameVersion, { params: { versionId }, body: { name } }),
    onSuccess: refresh,
  });
}
