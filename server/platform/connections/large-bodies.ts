import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { PlacesPerKey } from '../jobs/places.ts';
import { BodyPace } from './body-pace.ts';
import { callerGone } from './gone-callers.ts';

/** In bytes. Reading and storing more takes long enough for others to notice. */
const LARGE = 8 * 1024;
const MEGABYTE = 1024 * 1024;
/** Bodies that are handled at a time, and bytes that have been received and not been read. */
const OF_A_PERSON = { turns: 2, room: 8 * MEGABYTE };
/** A service serves a whole class. */
const OF_A_SERVICE = { turns: 32, room: 64 * MEGABYTE };
/** Of persons. A page that saves the longest answers as often as it can sends half of it. */
const PACE = { bytesPerSecond: 2 * MEGABYTE, bytesAtOnce: 8 * MEGABYTE };

/** What a refused body counts at most: that of the largest one that is taken. */
const MAX_REFUSED = 4 * MEGABYTE;

type Caller = NonNullable<FastifyRequest['caller']>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits until a body of this many bytes may be read. Readers of bodies call it before they decode. */
    waitForBodyTurn: ((bytes: number) => Promise<() => void>) | null;
  }
}

/**
 * Large bodies of one caller take turns from before they are decoded until the reply has ended, no faster than a page
 * would send them, so that nobody fills the event loop with them. They wait and are not refused: somebody could lose
 * what they sent.
 */
export class LargeBodies {
  readonly #persons = makePlaces(OF_A_PERSON);
  readonly #services = makePlaces(OF_A_SERVICE);
  readonly #pace: BodyPace;

  constructor({ pace = PACE } = {}) {
    this.#pace = new BodyPace(pace);
  }

  /**
   * Waits until a body of at most this many bytes may be received: what waits for its turn is left with the sender.
   * @returns a function to call once the body is read
   */
  receive(caller: Caller, response: ServerResponse, bytes: number): Promise<() => void> {
    if (bytes <= LARGE) return Promise.resolve(() => undefined);
    const { room } = this.#placesOf(caller);
    return untilClosed(response, async (signal) => {
      const leave = await room.enter(nameOf(caller), { size: bytes, signal });
      leaveWith(response, leave);
      return leave;
    });
  }

  /** Waits until a body that is too large may be refused: much of it has been sent by then. */
  refuse(caller: Caller, response: ServerResponse, bytes: number): Promise<void> {
    return untilClosed(response, (signal) =>
      this.#waitForPace(caller, Math.min(bytes, MAX_REFUSED), signal),
    );
  }

  /** @returns a function to call once the body is read */
  enter(
    caller: Caller,
    response: ServerResponse,
    { bytes, isLong }: { bytes: number; isLong: boolean },
  ): Promise<() => void> {
    if (bytes <= LARGE) return Promise.resolve(() => undefined);
    const { turns } = this.#placesOf(caller);
    return untilClosed(response, async (signal) => {
      const leave = await turns.enter(nameOf(caller), { signal });
      leaveWith(response, leave);
      await this.#waitForPace(caller, bytes, signal);
      // A call that waits for an event would keep it for minutes.
      return isLong ? leave : () => undefined;
    });
  }

  async #waitForPace(caller: Caller, bytes: number, signal: AbortSignal): Promise<void> {
    if (caller.role !== 'service') await this.#pace.wait(nameOf(caller), bytes, signal);
  }

  #placesOf({ role }: Caller) {
    return role === 'service' ? this.#services : this.#persons;
  }
}

const makePlaces = ({ turns, room }: typeof OF_A_PERSON) => ({
  turns: new PlacesPerKey(turns),
  room: new PlacesPerKey(room),
});

const nameOf = ({ role, id }: Caller): string => `${role} ${id}`;

function leaveWith(response: ServerResponse, leave: () => void): void {
  response.once('close', leave).once('finish', leave);
  if (response.destroyed) leave();
}

/** Work that waits as long as the caller is there. */
async function untilClosed<Result>(
  response: ServerResponse,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const waiting = new AbortController();
  const giveUp = (): void => waiting.abort(callerGone());
  response.once('close', giveUp);
  try {
    return await work(waiting.signal);
  } finally {
    response.off('close', giveUp);
  }
}

/** Reads a body in the caller's turn. */
export async function inBodyTurn<Result>(
  request: FastifyRequest,
  bytes: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const isRead = await request.waitForBodyTurn?.(bytes);
  try {
    return await read();
  } finally {
    isRead?.();
  }
}
