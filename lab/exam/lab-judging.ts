import { LANGUAGE_PYTHON } from '../../contract/runs/languages.ts';
import { getJudging } from '../../contract/attempts/judging.ts';
import { call } from '../../server/testing/load/calls.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { StormProduct } from '../../bench/storm/storm-product.ts';

const LOOK_EVERY_MS = 500;
const RUNNER_WITHIN_MS = 120_000;

const ignore = () => undefined;

/** Looks as a teacher's page does until every submitted attempt is judged. */
export async function waitUntilJudged(
  { url, admin }: StormProduct,
  quizId: string,
): Promise<{ seconds: number; failed: number }> {
  const began = performance.now();
  const over = new AbortController().signal;
  for (;;) {
    const path = `/api/v1/auth/quiz/${quizId}/judging`;
    const { status, text } = await call({ url, over, note: ignore }, 'GET', path, {
      person: admin,
    });
    if (status !== 200) throw new Error(`The judging was not shown: ${status} ${text}`);
    const { submitted, judged, failed } = getJudging.reply.parse(JSON.parse(text)).data;
    if (judged + failed === submitted)
      return { seconds: (performance.now() - began) / 1000, failed };
    await delay(LOOK_EVERY_MS);
  }
}

/** A runner that has just started may still prepare its tools. */
export async function waitForRunner({ url, admin }: StormProduct): Promise<void> {
  const over = AbortSignal.timeout(RUNNER_WITHIN_MS);
  const body = { source_code: 'print(1)', language_id: LANGUAGE_PYTHON };
  const path = '/judge0/submissions?wait=true';
  for (;;) {
    over.throwIfAborted();
    const { status } = await call({ url, over, note: ignore }, 'POST', path, {
      person: admin,
      body,
    });
    if (status === 201) return;
    await delay(LOOK_EVERY_MS);
  }
}
