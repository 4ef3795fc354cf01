import type { Pool } from 'pg';
import { z } from 'zod';
import { findClosingTest } from '../../attempts/attempts.reads.ts';
import type { SendMail } from '../../mail/mail.reads.ts';
import type { Clock } from '../../platform/clock.ts';
import { PublicError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { KeySource } from '../../platform/key-source.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import { SEALING_KEY_BYTES, openText, sealText } from '../../platform/sealed-text.ts';
import type { Notices } from '../notices.service.ts';
import * as digests from './digest.queries.ts';
import { digestText } from './digest-text.ts';
import { dayOf, msUntilSeven } from './digest-days.ts';

const ONE_DAY_MS = 86_400_000;
const AGAIN_MS = 3_600_000;
const PURPOSE = 'links that end digests';

const Payload = z.object({ after: z.string(), isAgain: z.boolean() });

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  secrets: KeySource;
  notices: Pick<Notices, 'listNotices'>;
  sendMail: SendMail;
  config: { mail: unknown; publicUrl: string | null; graceSeconds: number };
}

/** One mail a day with a student's new notices, for those who want it. */
export class Digests {
  readonly #with: Dependencies;

  /** Created before the jobs are started. */
  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    const { jobs, config } = dependencies;
    // Without settings, the job waits for a server that has them.
    if (config.mail === null) return;
    jobs.handle(digests.DIGEST_JOB, (payload) => this.#mailPiece(Payload.parse(payload)), {
      maxAtOnce: 1,
    });
  }

  /** After seven o'clock, at once: no server may have been there. Nobody is mailed twice a day. */
  async schedule(): Promise<void> {
    const { pool, config, clock } = this.#with;
    if (config.mail === null) return;
    const delayMs = Math.max(0, msUntilSeven(clock.nowMs()));
    await digests.addDigestJob(pool, digests.FIRST_PIECE, delayMs);
  }

  isWanted(personId: string): Promise<boolean> {
    return digests.isWanted(this.#with.pool, personId);
  }

  async choose(personId: string, isWanted: boolean): Promise<void> {
    const { pool, clock } = this.#with;
    if (!isWanted) {
      await digests.deleteWanted(pool, personId);
      return;
    }
    const nowMs = clock.nowMs();
    // The first one is that of the next seven o'clock.
    const doneOn = dayOf(msUntilSeven(nowMs) > 0 ? nowMs - ONE_DAY_MS : nowMs);
    await digests.insertWanted(pool, { personId, now: new Date(nowMs), doneOn });
  }

  /** Also succeeds for a person who has ended it before. */
  async stop(token: string): Promise<void> {
    const personId = openText(this.#key(), PURPOSE, Buffer.from(token, 'base64url'));
    if (personId === null) throw linkIncomplete();
    await digests.deleteWanted(this.#with.pool, personId);
  }

  async #mailPiece({ after, isAgain }: digests.Piece): Promise<void> {
    const { pool, clock } = this.#with;
    const nowMs = clock.nowMs();
    // A job of yesterday that no server took, or that was tried again over midnight.
    const earlyMs = msUntilSeven(nowMs);
    if (earlyMs > 0) return digests.addDigestJob(pool, digests.FIRST_PIECE, earlyMs);
    const day = dayOf(nowMs);
    const people = await digests.listWanting(pool, { day, after });
    let isLeft = isAgain;
    for (const person of people) {
      const isDone = await this.#mailOrLog(person, day);
      isLeft ||= !isDone;
    }
    const last = people.at(-1);
    if (last && people.length === digests.PEOPLE_AT_ONCE) {
      return digests.addDigestJob(pool, { after: last.personId, isAgain: isLeft }, 0);
    }
    const pauseMs = isLeft ? AGAIN_MS : ONE_DAY_MS + earlyMs;
    return digests.addDigestJob(pool, digests.FIRST_PIECE, pauseMs);
  }

  /** One person's failure does not keep the others from their mail. */
  async #mailOrLog(person: digests.Wanting, day: string): Promise<boolean> {
    try {
      return await this.#mailOne(person, day);
    } catch (error) {
      this.#with.log.error({ err: error }, 'A digest failed. It is tried again in an hour.');
      return false;
    }
  }

  /** False if the person is to be tried again later. */
  async #mailOne({ personId, listedUntil }: digests.Wanting, day: string): Promise<boolean> {
    const { pool, clock, config, notices, sendMail } = this.#with;
    const asked = { personId, now: new Date(clock.nowMs()), graceMs: config.graceSeconds * 1000 };
    if (await findClosingTest(pool, asked)) return false;
    const listed = await notices.listNotices(personId);
    const since = listedUntil.toISOString();
    const unread = listed.notices.filter(({ isRead, at }) => !isRead && at > since);
    await inTransaction(pool, async (db) => {
      const until = new Date(listed.listedAt);
      const done = await digests.updateDone(db, { personId, day, until });
      if (done === 0 || unread.length === 0) return;
      const address = await digests.findAddress(db, personId);
      if (address === null) return;
      const origin = config.publicUrl ?? '';
      const unsubscribeUrl = `${origin}/stop-digest?token=${this.#tokenOf(personId)}`;
      const text = digestText(unread, { noticesPage: `${origin}/notices`, unsubscribeUrl });
      await sendMail(db, { personId, address, kind: 'digest', unsubscribeUrl, ...text });
    });
    return true;
  }

  /** Encrypted and signed: the address of the link names nobody. */
  #tokenOf = (personId: string): string =>
    sealText(this.#key(), PURPOSE, personId).toString('base64url');

  #key = (): Buffer => this.#with.secrets.deriveKey(PURPOSE, SEALING_KEY_BYTES);
}

const linkIncomplete = () =>
  new PublicError(
    400,
    'link_invalid',
    'The link is incomplete. Open the link in the mail again, or end the daily mail on your Account page.',
  );
