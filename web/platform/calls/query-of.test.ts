import { QueryClient } from '@tanstack/react-query';
import { listAssignments } from '@vlabs/contract/assignments/assignments';
import { getHandIns } from '@vlabs/contract/assignments/hand-ins';
import { getRunsAvailability } from '@vlabs/contract/runs/runs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** Imported dynamically, because the module reads the browser's storage on load. */
const load = async () => ({
  ...(await import('./call.ts')),
  ...(await import('./query-of.ts')),
});

let queries: QueryClient;

beforeAll(() => {
  queries = new QueryClient();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', { addEventListener: () => undefined });
});

afterAll(() => {
  queries.clear();
  vi.unstubAllGlobals();
});

function answerWith(reply: object): void {
  vi.stubGlobal('fetch', async () => Response.json(reply));
}

test('the data of a reply is returned without its envelope', async () => {
  answerWith({ success: true, data: { available: true, reason: null } });
  const { queryOf } = await load();
  const answered = await queries.fetchQuery(queryOf(getRunsAvailability, {}));
  expect(answered.available).toBe(true);
});

test('a reply with an external format is returned whole', async () => {
  answerWith({ success: true, result: [] });
  const { queryOf } = await load();
  const answered = await queries.fetchQuery(queryOf(listAssignments, {}));
  expect(answered.result).toEqual([]);
});

const asked = (studentId: string) => ({ params: { id: 'a', studentId } });

test('calls with different inputs do not share a reply', async () => {
  const { queryOf } = await load();
  const { queryKey } = queryOf(getHandIns, asked('1'));
  expect(queryKey).toEqual(queryOf(getHandIns, asked('1')).queryKey);
  expect(queryKey).not.toEqual(queryOf(getHandIns, asked('2')).queryKey);
});

test('a key without input matches all replies of a call, and with part of an input those to such inputs', async () => {
  const { keyOf } = await load();
  const filed = new QueryClient();
  filed.setQueryData(keyOf(getHandIns, asked('1')), 'of 1');
  filed.setQueryData(keyOf(getHandIns, { ...asked('1'), query: { version: 1 } }), 'one of 1');
  filed.setQueryData(keyOf(getHandIns, asked('2')), 'of 2');
  filed.setQueryData(keyOf(listAssignments), 'others');
  const found = (queryKey: readonly unknown[]) =>
    filed.getQueriesData({ queryKey }).map(([, data]) => data);
  expect(found(keyOf(getHandIns))).toEqual(['of 1', 'one of 1', 'of 2']);
  expect(found(keyOf(getHandIns, { params: { studentId: '1' } }))).toEqual(['of 1', 'one of 1']);
  filed.clear();
});
