import { Readable } from 'node:stream';
import { TooMany } from '../platform/errors.ts';
import { type Sources, packMyData } from './pack-my-data.ts';

const RETRY_AFTER_SECONDS = 30;

/** What is kept of a person, for that person. */
export class MyData {
  readonly #sources: Sources;
  /** Who downloads theirs at this moment: each once at a time. */
  readonly #underWay = new Set<string>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** A ZIP file that is made while it is read. */
  open(personId: string): Readable {
    if (this.#underWay.has(personId)) throw underWay();
    this.#underWay.add(personId);
    const archive = Readable.from(packMyData(this.#sources, personId), { objectMode: false });
    return archive.once('close', () => this.#underWay.delete(personId));
  }
}

function underWay(): TooMany {
  const message = 'Your data is being downloaded already. Wait until it is there, then try again.';
  return new TooMany('too_many_at_once', message, RETRY_AFTER_SECONDS);
}
