import type { Person } from '../../../bench/storm/storm-product.ts';
import { call } from '../../../bench/soak/attack.ts';

/** What all students of the class share. */
export interface Classroom {
  url: string;
  quizId: string;
  /** Aborted when the lab ends. */
  over: AbortSignal;
}

const TIMEOUT_MS = 15_000;

/** One call with the timeout of a page. Status 0: no reply. */
export function ask(
  { url, over }: Classroom,
  method: string,
  path: string,
  { person, body, timeoutMs = TIMEOUT_MS }: { person: Person; body?: object; timeoutMs?: number },
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.any([over, AbortSignal.timeout(timeoutMs)]);
  const scene = {
    url,
    over: signal,
    note: () => undefined,
    quizId: '',
    assignmentId: '',
    people: [],
  };
  return call(scene, method, path, { person, body });
}
