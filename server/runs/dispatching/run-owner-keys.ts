import { createHmac } from 'node:crypto';
import type { KeySource } from '../../platform/key-source.ts';

const SECRET_BYTES = 32;

/** Lets runners share their slots between persons without knowing who they are. */
export class RunOwnerKeys {
  readonly #source: KeySource;

  constructor(source: KeySource) {
    this.#source = source;
  }

  /**
   * The same for all runs of a person. The server and services run programs of many persons, so each of these runs is
   * its own; only their owners contain a space.
   */
  of(owner: string): string | undefined {
    if (owner.includes(' ')) return undefined;
    const secret = this.#source.deriveKey('owners of runs', SECRET_BYTES);
    return createHmac('sha256', secret).update(owner).digest('base64url');
  }
}
