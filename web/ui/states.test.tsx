import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LoadedProps } from './states.tsx';

type Query = LoadedProps<string[]>['query'];
type Other = Partial<Omit<LoadedProps<string[]>, 'query'>>;

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', { addEventListener: () => undefined });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const waiting: Query = {
  data: undefined,
  error: null,
  isPending: true,
  isFetching: true,
  refetch: () => undefined,
};
const here = (...data: string[]): Query => ({ ...waiting, data, isPending: false });

async function failed(status = 503, message = 'The database is away.'): Promise<Query> {
  const { CallError } = await import('../platform/calls/call.ts');
  const error = new CallError(status, { message, code: 'any' });
  return { ...waiting, error, isPending: false, isFetching: false };
}

const notRead = (reason: string) => `Not read. ${reason} What you typed is kept.`;

async function show(query: Query, other: Other = {}): Promise<string> {
  const { Loaded } = await import('./states.tsx');
  return renderToStaticMarkup(
    <MantineProvider>
      <Loaded query={query} failure="The words could not be loaded." {...other}>
        {(words) => `words: ${words.join(' ')}`}
      </Loaded>
    </MantineProvider>,
  );
}

test('loading shows a skeleton, or a placeholder of the page', async () => {
  expect(await show(waiting)).toContain('mantine-Skeleton-root');
  expect(await show(waiting, { waiting: 'Loading...' })).toContain('Loading...');
  expect(await show(waiting, { waiting: null })).not.toContain('mantine-Skeleton-root');
});

test('a failure is an alert with the reason and can be retried', async () => {
  const shown = await show(await failed());
  expect(shown).toContain('role="alert"');
  expect(shown).toContain('The words could not be loaded. The database is away.');
  expect(shown).toContain('Retry');
});

test('what is not there is told as that, and nothing can be retried', async () => {
  const shown = await show(await failed(404, 'This assignment was not found.'));
  expect(shown).toContain(
    'This assignment was not found. It may have been removed, or you may not have access to it.',
  );
  expect(shown).not.toContain('could not be loaded');
  expect(shown).not.toContain('Retry');
});

test('a refusal can be retried only if it passes', async () => {
  for (const status of [400, 403, 409, 410]) {
    expect(await show(await failed(status, 'No.'))).not.toContain('Retry');
  }
  for (const status of [0, 408, 429, 500, 502]) {
    expect(await show(await failed(status, 'Later.'))).toContain('Retry');
  }
});

test('a page may phrase the reason itself', async () => {
  expect(await show(await failed(), { failure: notRead })).toContain(
    'Not read. The database is away. What you typed is kept.',
  );
});

test('loaded data is shown', async () => {
  expect(await show(here('one', 'two'))).toContain('words: one two');
});

test('loaded data stays if a refetch fails', async () => {
  const shown = await show({ ...here('one'), error: (await failed()).error });
  expect(shown).toContain('words: one');
  expect(shown).not.toContain('role="alert"');
});

test('an empty list shows the empty state of the page', async () => {
  expect(await show(here(), { empty: 'No words yet' })).toContain('No words yet');
  expect(await show(here())).toContain('words: ');
  expect(await show(here('one'), { empty: 'No words yet' })).not.toContain('No words yet');
});
