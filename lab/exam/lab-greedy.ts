import { LANGUAGE_CPP, LANGUAGE_PYTHON } from '../../contract/runs/languages.ts';
import { Run } from '../../contract/runs/runs.ts';
import { again, call, pause } from '../../server/testing/load/calls.ts';
import { eachWithin } from '../../server/testing/load/load-quiz.ts';
import type { Person } from '../../server/testing/load/people.ts';
import type { Calls } from '../../server/testing/load/sitters.ts';

const SUBMISSIONS = '/judge0/submissions';
const FIELDS = 'fields=token,status';
const ACCEPTED = 3;
/** Status of a run that has ended, or a later one. */
const FIRST_ENDED = 3;
const LOOK_EVERY_MS = 2000;
/** Until every greedy student has runs under way. */
const LEAD_MS = 8000;

const inputs = Array.from({ length: 20 }, (_, index) => ({ name: `${index + 1}`, stdin: '' }));
const sleeping = {
  source_code: 'import time\ntime.sleep(60)\n',
  language_id: LANGUAGE_PYTHON,
  inputs,
};
/** Includes itself twice at each of 26 levels, so the compiler ends at its limit. */
const compiling = {
  source_code: `#if __INCLUDE_LEVEL__ < 26
#include __FILE__
#include __FILE__
#endif
#if __INCLUDE_LEVEL__ == 0
int main(void) { return 0; }
#endif`,
  language_id: LANGUAGE_CPP,
};

interface Room {
  url: string;
  over: AbortSignal;
}

/** Each of these students always has two runs under way, as allowed: one on 20 inputs that sleep, one that compiles. */
export async function beGreedy(url: string, people: readonly Person[], over: AbortSignal) {
  const both = people.flatMap((person) => [sleeping, compiling].map((body) => ({ person, body })));
  await Promise.all(
    both.map(({ person, body }) => again(over, 1000, () => runOnce({ url, over }, person, body))),
  );
}

const statusOf = (text: string): number => Run.parse(JSON.parse(text)).status?.id ?? 0;

/** Resolves when the run has ended, or is stopped because the bench is over. */
async function runOnce({ url, over }: Room, person: Person, body: object): Promise<void> {
  const quietly = { url, over: new AbortController().signal, note: () => {} };
  const added = await call(quietly, 'POST', `${SUBMISSIONS}?${FIELDS}`, { person, body });
  if (added.status !== 201) return;
  const { token } = Run.pick({ token: true }).parse(JSON.parse(added.text));
  const path = `${SUBMISSIONS}/${token}?${FIELDS}`;
  for (;;) {
    await pause(over, LOOK_EVERY_MS);
    if (over.aborted) break;
    const { status, text } = await call(quietly, 'GET', path, { person });
    if (status !== 200 || statusOf(text) >= FIRST_ENDED) return;
  }
  await call(quietly, 'POST', `/api/v1/runs/${token}/stop`, { person });
}

/** Each person prints once within the span. */
export async function printAll(
  url: string,
  people: readonly Person[],
  spanMs: number,
): Promise<Calls> {
  const calls: Calls = { replies: [], refused: {} };
  const over = new AbortController().signal;
  const note = (outcome: string) => {
    if (outcome !== '201') calls.refused[outcome] = (calls.refused[outcome] ?? 0) + 1;
  };
  await pause(over, LEAD_MS);
  await eachWithin(people, spanMs, async (person) => {
    const body = JSON.stringify({ source_code: 'print(1)', language_id: LANGUAGE_PYTHON });
    const began = performance.now();
    const path = `${SUBMISSIONS}?wait=true&${FIELDS}`;
    const { status, text } = await call({ url, over, note }, 'POST', path, { person, body });
    if (status !== 201) return;
    if (statusOf(text) !== ACCEPTED) return note('not accepted');
    const tookMs = performance.now() - began;
    calls.replies.push({
      status,
      error: null,
      tookMs,
      sentBytes: body.length,
      receivedBytes: text.length,
    });
  });
  return calls;
}
