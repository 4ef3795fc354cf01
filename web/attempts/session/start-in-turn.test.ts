import type { StartQueue } from '@vlabs/contract/attempts/attempts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SITTING = {
  questions: {},
  startedTime: '2026-11-26T10:00:00.000Z',
  remainingMs: 60_000,
  endedTime: '2026-11-26T10:01:00.000Z',
  formDetails: {
    TotalQuestions: 0,
    ScorePerQuestion: 1,
    SubjectId: 'Trees',
    ClassName: 'CSE-4',
    TimeLimit: 1,
    startTime: '2026-11-26T10:00:00.000Z',
    endTime: '2026-11-26T11:00:00.000Z',
    topic: 'Trees',
  },
  savedAnswers: {},
  sequence: 0,
  graceSeconds: 60,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', { addEventListener: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

const queued = (data: StartQueue) =>
  json(
    503,
    { success: false, code: 'start_queued', message: 'Wait.', data },
    { 'retry-after': String(data.seconds) },
  );

/** A server that answers with these replies, and what was sent to it. */
function answerWith(...replies: readonly Response[]): unknown[] {
  const sent: unknown[] = [];
  const left = [...replies];
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    const reply = left.shift();
    if (!reply) throw new TypeError('There is no network.');
    return reply;
  });
  return sent;
}

async function start(signal = new AbortController().signal) {
  const { startInTurn } = await import('./start-in-turn.ts');
  const shown: StartQueue[] = [];
  const sent = {
    params: { uniqueId: 'b4a2c9f0-0000-4000-8000-000000000000' },
    body: { userId: 'R1' },
  };
  const started = startInTurn(sent, { signal, onQueue: (queue) => shown.push(queue) });
  return { started, shown };
}

test('a page that waits in line shows each place, tries again by itself with its ticket, and opens the test', async () => {
  const [first, second] = [
    { place: 812, seconds: 6, ticket: 'one' },
    { place: 9, seconds: 1, ticket: 'two' },
  ];
  const sent = answerWith(
    queued(first),
    queued(second),
    json(200, { success: true, data: SITTING }),
  );
  const { started, shown } = await start();
  await vi.advanceTimersByTimeAsync(5999);
  expect(shown).toEqual([first]);
  expect(sent).toEqual([{ userId: 'R1' }]);
  await vi.advanceTimersByTimeAsync(3001);
  expect(shown).toEqual([first, second]);
  await vi.advanceTimersByTimeAsync(1501);
  expect(await started).toMatchObject({ sequence: 0 });
  expect(sent).toEqual([
    { userId: 'R1' },
    { userId: 'R1', ticket: 'one' },
    { userId: 'R1', ticket: 'two' },
  ]);
});

test('a page that is left while it waits does not start the test', async () => {
  const sent = answerWith(queued({ place: 2, seconds: 5, ticket: 'one' }));
  const left = new AbortController();
  const { started } = await start(left.signal);
  const leave = async () => {
    await vi.advanceTimersByTimeAsync(100);
    left.abort();
    await vi.advanceTimersByTimeAsync(60_000);
  };
  await Promise.all([expect(started).rejects.toThrow('Wait.'), leave()]);
  expect(sent).toHaveLength(1);
});
