import { Readable } from 'node:stream';
import { TooMany, tooManyUntil } from '../platform/errors.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { countDownload } from './data-requests.queries.ts';
import { streamZip } from '../platform/zip/zip.ts';
import { type Sources, listMyData } from './my-data-entries.ts';

const RETRY_AFTER_SECONDS = 30;
/** Per person, on all servers. */
const PER_HOUR = 3;

/** A person's own data. */
export class MyData {
  readonly #sources: Sources;
  /** People with a download in progress; one each. */
  readonly #underWay = new Set<string>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** A ZIP file that is created while it is read. */
  async open(personId: string): Promise<Readable> {
    if (this.#underWay.has(personId)) throw underWay();
    this.#underWay.add(personId);
    try {
      await this.#requireTurn(personId);
    } catch (error) {
      this.#underWay.delete(personId);
      throw error;
    }
    const archive = streamZip(listMyData(this.#sources, personId));
    return archive.once('close', () => this.#underWay.delete(personId));
  }

  async #requireTurn(personId: string): Promise<void> {
    const seconds = await inTransaction(this.#sources.pool, (db) =>
      countDownload(db, personId, { perHour: PER_HOUR }),
    );
    if (seconds === 0) return;
    throw tooManyUntil(
      'too_many_downloads',
      seconds,
      (wait) =>
        `You have downloaded your data ${PER_HOUR} times within an hour. Try again in ${wait}.`,
    );
  }
}

function underWay(): TooMany {
  const message = 'A download of your data is already in progress. Wait until it finishes.';
  return new TooMany('too_many_at_once', message, RETRY_AFTER_SECONDS);
}
