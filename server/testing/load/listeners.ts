import { randomInt } from 'node:crypto';
import { AttemptEvents } from '@vlabs/contract/attempts/attempt-events';
import type { Person } from './people.ts';
import { readEvents } from '../acts/read-events.ts';
import { type Classroom, pause } from './calls.ts';

/** The same as in the page. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 4000;
const SILENCE_MS = 40_000;
/** Students reload the page now and then, so that each server always has some of them. */
const RELOAD_AFTER_MS = 30_000;

interface Listener {
  person: Person;
  /** How often the connection broke. */
  breaks: number;
  received: Set<string>;
}

/** Open pages that follow the test and reconnect when their connection breaks. */
export class Listeners {
  readonly #room: Classroom;
  readonly #listeners: Listener[];

  constructor(room: Classroom, people: readonly Person[]) {
    this.#room = room;
    this.#listeners = people.map((person) => ({ person, breaks: 0, received: new Set() }));
  }

  get count(): number {
    return this.#listeners.length;
  }

  async listen(until: AbortSignal): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => this.#follow(listener, until)));
  }

  countReceived(announcement: string): number {
    return this.#listeners.filter(({ received }) => received.has(announcement)).length;
  }

  /** How many had to reconnect since the last call. */
  takeReconnected(): number {
    const reconnected = this.#listeners.filter(({ breaks }) => breaks > 0).length;
    for (const listener of this.#listeners) listener.breaks = 0;
    return reconnected;
  }

  async #follow(listener: Listener, until: AbortSignal): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!until.aborted) {
      const opened = await this.#readOnce(listener, until);
      if (opened !== 'refused') pauseMs = FIRST_PAUSE_MS;
      if (opened === 'reloaded') continue;
      listener.breaks += 1;
      await pause(until, pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }

  /** Reads until the connection breaks or the student reloads the page. */
  async #readOnce(
    { person, received }: Listener,
    until: AbortSignal,
  ): Promise<'refused' | 'broken' | 'reloaded'> {
    const silence = new AbortController();
    const fresh = AbortSignal.timeout(randomInt(RELOAD_AFTER_MS / 2, RELOAD_AFTER_MS * 1.5));
    const timer = setTimeout(() => silence.abort(), SILENCE_MS);
    let isOpen = false;
    try {
      const { url, quizId } = this.#room;
      const response = await fetch(`${url}/api/v1/auth/quiz/${quizId}/events`, {
        headers: { authorization: person.token },
        signal: AbortSignal.any([until, silence.signal, fresh]),
      });
      if (!response.ok || !response.body) return 'refused';
      isOpen = true;
      let unread = '';
      for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
        timer.refresh();
        const blocks = `${unread}${part}`.split('\n\n');
        unread = blocks.pop() ?? '';
        for (const block of blocks) receive(received, `${block}\n\n`);
      }
    } catch {
      // Reconnects after any error.
    } finally {
      clearTimeout(timer);
    }
    if (fresh.aborted) return 'reloaded';
    return isOpen ? 'broken' : 'refused';
  }
}

function receive(received: Set<string>, block: string): void {
  for (const { event, data } of readEvents(block)) {
    if (event !== 'announcement') continue;
    received.add(AttemptEvents.announcement.parse(JSON.parse(data)).text);
  }
}
