import { LANGUAGE_C, LANGUAGE_PYTHON } from '@vlabs/contract/runs/languages';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from './people.ts';
import { type Classroom, call, pause } from './calls.ts';

const RUN_EVERY_MS = 1000;
const ASK_AGAIN_MS = 1000;
/** The maximum time of a run, including takeover from a dead server and a retry. */
const ENDS_WITHIN_MS = 90_000;
const ASKED_AT_ONCE = 4;
const FIRST_STATUS_OF_ENDED = 3;
const ACCEPTED = 3;

interface Run {
  status: { id: number };
  stdout: string | null;
}

export interface AcknowledgedRun {
  person: Person;
  token: string;
  /** A unique output, so that another run's result cannot be mistaken for it. */
  word: string;
}

/** Students who run programs, one after the other. */
export class Programs {
  readonly #room: Classroom;
  readonly #people: readonly Person[];
  readonly acknowledged: AcknowledgedRun[] = [];

  constructor(room: Classroom, people: readonly Person[]) {
    this.#room = room;
    this.#people = people;
  }

  async work(until: AbortSignal): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (let turn = 0; !until.aborted; turn += 1) {
      const person = this.#people[turn % this.#people.length];
      if (!person) return;
      const asked = this.#run(person, turn).finally(() => underWay.delete(asked));
      underWay.add(asked);
      await pause(until, RUN_EVERY_MS);
    }
    await Promise.all(underWay);
  }

  async #run(person: Person, turn: number): Promise<void> {
    const word = randomUUID();
    const body =
      turn % 3 === 0
        ? {
            language_id: LANGUAGE_C,
            source_code: `#include <stdio.h>\nint main(void) { puts("${word}"); }`,
          }
        : { language_id: LANGUAGE_PYTHON, source_code: `print("${word}")` };
    const { status, text } = await call(this.#room, 'POST', '/judge0/submissions', {
      person,
      body,
    });
    if (status !== 201) return;
    const { token }: { token: string } = JSON.parse(text);
    this.acknowledged.push({ person, word, token });
  }

  /** Runs that failed, or that returned another run's output. */
  async findLost(runs: readonly AcknowledgedRun[]): Promise<string[]> {
    const waiting = [...runs];
    const lost: string[] = [];
    const deadline = performance.now() + ENDS_WITHIN_MS;
    const work = async () => {
      for (let run = waiting.pop(); run; run = waiting.pop()) {
        const how = await this.#endOf(run, deadline);
        if (how !== null) lost.push(`${run.token} ${how}`);
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
    return lost;
  }

  /** Null if the run was correct. */
  async #endOf({ person, token, word }: AcknowledgedRun, deadline: number): Promise<string | null> {
    for (;;) {
      const path = `/judge0/submissions/${token}?fields=status,stdout`;
      const { status, text } = await call(this.#room, 'GET', path, { person });
      const run: Run | null = status === 200 ? JSON.parse(text) : null;
      if (run && run.status.id >= FIRST_STATUS_OF_ENDED) {
        const isWell = run.status.id === ACCEPTED && run.stdout?.trim() === word;
        return isWell ? null : `status ${run.status.id}`;
      }
      if (performance.now() > deadline)
        return run ? `still ${run.status.id}` : `answered ${status}`;
      await delay(ASK_AGAIN_MS);
    }
  }
}
