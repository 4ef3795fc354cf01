import { once } from 'node:events';
import { LANGUAGE_PYTHON } from '@vlabs/contract/runs/languages';
import { LIVE_RUNS_PATH } from '@vlabs/contract/runs/live-runs';
import { WebSocket } from 'ws';
import type { Person } from './people.ts';
import { LiveTerminal } from '../peers/live-terminal.ts';
import { comesWithin } from './wait-until.ts';
import { type Classroom, pause } from './calls.ts';

const TYPE_EVERY_MS = 2000;
const OPEN_AGAIN_MS = 1000;
const ECHOES_WITHIN_S = 15;
/** The program ends by itself well before a terminal's limit of ten minutes. */
const LINES = 100;
const ECHO = `for _ in range(${LINES}):\n    print("heard", input(), flush=True)\n`;

/** Students in one terminal each, who type a line every two seconds and read the echo. */
export class Terminals {
  readonly #room: Classroom;
  readonly #people: readonly Person[];
  readonly #echoedAt = new Map<Person, number>();
  #broken = 0;
  readonly ends = new Map<string, number>();

  constructor(room: Classroom, people: readonly Person[]) {
    this.#room = room;
    this.#people = people;
  }

  get count(): number {
    return this.#people.length;
  }

  async work(until: AbortSignal): Promise<void> {
    await Promise.all(
      this.#people.map(async (person) => {
        for (; !until.aborted; await pause(until, OPEN_AGAIN_MS)) {
          const how = await this.#sit(person, until).catch((error: unknown) => String(error));
          if (how === null || until.aborted) continue;
          this.#broken += 1;
          this.ends.set(how, (this.ends.get(how) ?? 0) + 1);
        }
      }),
    );
  }

  /** How many connections broke since the last call. */
  takeBroken(): number {
    const broken = this.#broken;
    this.#broken = 0;
    return broken;
  }

  countEchoedSince(moment: number): number {
    return [...this.#echoedAt.values()].filter((at) => at > moment).length;
  }

  /** Null if the program ended by itself, otherwise how the connection broke. */
  async #sit(person: Person, until: AbortSignal): Promise<string | null> {
    const socket = new WebSocket(`${this.#room.url.replace('http', 'ws')}${LIVE_RUNS_PATH}`, {
      handshakeTimeout: 10_000,
    });
    const terminal = new LiveTerminal(socket);
    try {
      await once(socket, 'open', { signal: until });
      terminal.start({ token: person.token, languageId: LANGUAGE_PYTHON, source: ECHO });
      for (let line = 1; line <= LINES && !until.aborted; line += 1) {
        terminal.type(`${line}\n`);
        const isHeard = await comesWithin(
          ECHOES_WITHIN_S,
          () => terminal.text.includes(`heard ${line}\r\n`) || terminal.closeCode !== null,
        );
        // The program ends by itself after the last line.
        const hasEnded = terminal.closeCode !== null && line < LINES;
        if (hasEnded) return `closed ${terminal.closeCode}`;
        if (!isHeard) return `silent ${JSON.stringify(terminal.lastEvent ?? null)}`;
        this.#echoedAt.set(person, performance.now());
        await pause(until, TYPE_EVERY_MS);
      }
      return null;
    } finally {
      terminal.close();
    }
  }
}
