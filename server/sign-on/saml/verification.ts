import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { TurnQueue } from '../../auth/auth.reads.ts';
import type { OpenSaml } from './open-saml.ts';

const SCRIPT = new URL('verifying-thread.ts', import.meta.url);
/** With the start of the thread on a slow machine. */
const MAX_MS = 20_000;
const MAX_MEMORY_MB = 256;
const MAX_WAITING = 1000;

export interface ToVerify extends OpenSaml {
  /** In base64. */
  response: string;
}

/** What a response says whose signatures, audience, times and request are right. */
const VerifiedProfile = z.object({
  issuer: z.string().default(''),
  nameId: z.string().default(''),
  nameFormat: z.string().default(''),
  attributes: z.record(z.string(), z.unknown()).default({}),
  assertion: z.unknown(),
});
export type VerifiedProfile = z.infer<typeof VerifiedProfile>;

const Verified = z.union([
  z.object({ profile: VerifiedProfile }),
  z.object({ declined: z.string() }),
  z.object({ failure: z.string() }),
]);

/** What the thread sends. */
export interface Reply {
  profile?: Record<keyof VerifiedProfile, unknown>;
  declined?: string;
  failure?: string;
}

/** The provider says that nobody signed in. */
export class Declined extends Error {
  override name = 'Declined';
}

/** Verifies one response at a time in a thread, since one takes as long as many other calls. */
export class Verification {
  readonly #script: URL;
  readonly #maxMs: number;
  #thread: Worker | null = null;
  /** Networks take turns, so that a flood from one delays few others. */
  readonly #turns = new TurnQueue({
    places: 1,
    maxWaiting: { 'sign-in': MAX_WAITING, registration: 0 },
  });

  /** Tests have threads that fail. */
  constructor({ script = SCRIPT, maxMs = MAX_MS } = {}) {
    this.#script = script;
    this.#maxMs = maxMs;
  }

  async verify(asked: ToVerify, network: string): Promise<VerifiedProfile> {
    const turn = { lane: 'sign-in', network } as const;
    const verified = Verified.parse(await this.#turns.run(turn, () => this.#verifyNow(asked)));
    if ('profile' in verified) return verified.profile;
    if ('declined' in verified) throw new Declined(verified.declined);
    throw new Error(verified.failure);
  }

  async #verifyNow(asked: ToVerify): Promise<unknown> {
    const thread = (this.#thread ??= startThread(this.#script));
    thread.postMessage(asked, []);
    try {
      const [verified] = await once(thread, 'message', {
        signal: AbortSignal.timeout(this.#maxMs),
      });
      return verified;
    } catch (error) {
      this.#thread = null;
      await thread.terminate();
      throw error;
    }
  }
}

/** Starting it takes longer than a verification, so it is kept. */
function startThread(script: URL): Worker {
  const thread = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  thread.unref();
  return thread;
}
