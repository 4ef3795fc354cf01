import { afterAll } from 'vitest';
import { makeStudent } from '../../testing/acts/make.ts';
import type { RealRunner } from '../../testing/peers/real-runner.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

type Runner = Pick<RealRunner, 'address' | 'refusal' | 'stop'>;

/** A server whose programs run on these runners, more of which may be added, and the calls of a student. */
export function setUpRealRunners(runners: readonly Runner[]) {
  const refusal = runners[0]?.refusal ?? null;
  if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
  afterAll(() => Promise.all(runners.map((runner) => runner.stop())));
  const server = setUpServer({ runners: () => runners.map(({ address }) => address) });
  const student = beforeTests(() => makeStudent(server.pool));

  async function post(payload: object, query = '?wait=true') {
    const url = `/judge0/submissions${query}`;
    const { headers } = student;
    return (await server.app.inject({ method: 'POST', url, headers, payload })).json();
  }
  async function read(token: string, query: string) {
    const url = `/judge0/submissions/${token}${query}`;
    return (await server.app.inject({ url, headers: student.headers })).json();
  }

  return { server, refusal, student, post, read };
}
