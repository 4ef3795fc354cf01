import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { PlacesPerKey } from '../jobs/places.ts';
import { callerGone } from './gone-callers.ts';

/** In characters. Reading and storing more takes long enough for others to notice. */
const LARGE = 8 * 1024;
const OF_A_PERSON = 2;
/** A service serves a whole class. */
const OF_A_SERVICE = 32;

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits until a body of this length may be read. Readers of bodies call it before they parse. */
    waitForBodyTurn: ((length: number) => Promise<() => void>) | null;
  }
}

/**
 * Large bodies of one caller take turns from before they are parsed until the reply has ended, so that nobody fills
 * the event loop with them. They wait and are not refused: somebody could lose what they sent.
 */
export class LargeBodies {
  readonly #persons = new PlacesPerKey(OF_A_PERSON);
  readonly #services = new PlacesPerKey(OF_A_SERVICE);

  /** @returns a function to call once the body is parsed */
  async enter(
    caller: NonNullable<FastifyRequest['caller']>,
    response: ServerResponse,
    { length, isLong }: { length: number; isLong: boolean },
  ): Promise<() => void> {
    if (length <= LARGE) return () => undefined;
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort(callerGone());
    response.once('close', giveUp);
    try {
      const turns = caller.role === 'service' ? this.#services : this.#persons;
      const leave = await turns.enter(`${caller.role} ${caller.id}`, { signal: waiting.signal });
      response.once('close', leave).once('finish', leave);
      if (response.destroyed) leave();
      // A call that waits for an event would keep it for minutes.
      return isLong ? leave : () => undefined;
    } finally {
      response.off('close', giveUp);
    }
  }
}

/** Reads a body in the caller's turn. */
export async function inBodyTurn<Result>(
  request: FastifyRequest,
  length: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const parsed = await request.waitForBodyTurn?.(length);
  try {
    return await read();
  } finally {
    parsed?.();
  }
}
