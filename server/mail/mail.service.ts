import { randomUUID } from 'node:crypto';
import { EmailAddress } from '@vlabs/contract/auth/auth';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { KeySource } from '../platform/key-source.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { SEALING_KEY_BYTES, openText, sealText } from '../platform/sealed-text.ts';
import * as mails from './mail.queries.ts';
import type { SendMail } from './mail.reads.ts';
import { type MailSettings, type Outcome, handOver } from './smtp.ts';

/** Mails in progress per server. A mail server that hangs holds no more of the jobs' places. */
const AT_ONCE = 2;
const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 1000;
const ONE_DAY_MS = 86_400_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 2 * 3_600_000;

const JobPayload = z.object({ id: z.uuid(), kind: z.string() });
type Named = z.infer<typeof JobPayload>;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  log: Log;
  secrets: KeySource;
  /** Null: mail is not configured. */
  settings: MailSettings | null;
  /** Called in the transaction that records the refusal. */
  whenRefused: (db: Database, mail: { personId: string; address: string }) => Promise<unknown>;
}

/** The outbox: mails are written in the transaction that they report, and sent by jobs. */
export class MailService {
  readonly #with: Dependencies;
  /** By this process's clock. Until then the limit of a minute is reached. */
  #pausedUntilMs = 0;
  #underWay = 0;

  /** Created before the jobs are started. */
  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    const { jobs, settings } = dependencies;
    jobs.handle(mails.OLD_MAILS_JOB, () => this.#deleteOld());
    // Without settings, mails wait for a server that has them.
    if (!settings) return;
    jobs.handle(
      mails.SEND_JOB,
      (payload) => this.#sendInTurn(settings, JobPayload.parse(payload)),
      { maxAtOnce: AT_ONCE, flagsToSkip: () => (this.#isPaused() ? [mails.SEND_JOB] : []) },
    );
  }

  get isOn(): boolean {
    return this.#with.settings !== null;
  }

  schedule(): Promise<void> {
    return mails.addOldMailsJob(this.#with.pool, 0);
  }

  /** Throws for an address that is none; does nothing if mail is not configured. */
  send: SendMail = async (db, { text, address, unsubscribeUrl = null, ...mail }) => {
    if (!this.isOn) return;
    const id = randomUUID();
    const textSealed = sealText(this.#key(), id, text);
    const row = { ...mail, id, textSealed, unsubscribeUrl };
    await mails.insertMail(db, { ...row, address: EmailAddress.parse(address) });
    await mails.addSendJob(db, row);
  };

  /** The workers may take several jobs before the first one counts. */
  async #sendInTurn(settings: MailSettings, named: Named): Promise<void> {
    if (this.#underWay >= AT_ONCE) return mails.addSendJob(this.#with.pool, named);
    this.#underWay += 1;
    try {
      await this.#sendOne(settings, named);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #sendOne(settings: MailSettings, named: Named): Promise<void> {
    const { pool, log } = this.#with;
    const taken = await this.#take(settings, named);
    if (taken === null) return;
    const text = openText(this.#key(), taken.id, taken.textSealed);
    if (text === null) {
      // The database was restored under another secret.
      log.error({ mail: taken.id }, 'A mail can’t be decrypted and is not sent.');
      await mails.updateEnded(pool, taken.id, 'failed');
      return;
    }
    await this.#record(taken, await handOver(settings, { ...taken, text }));
  }

  /** Null if it does not wait, or is tried later because the limit of this minute is reached. */
  #take({ perMinute }: MailSettings, named: Named): Promise<mails.WaitingMail | null> {
    return inTransaction(this.#with.pool, async (db) => {
      await mails.holdPace(db);
      const seconds = await mails.findPaceSecondsLeft(db, perMinute);
      if (seconds === null) return mails.updateTried(db, named.id);
      this.#pausedUntilMs = performance.now() + seconds * 1000;
      await mails.addSendJob(db, named, seconds * 1000);
      return null;
    });
  }

  async #record(mail: mails.WaitingMail, outcome: Outcome): Promise<void> {
    const { pool, log, whenRefused } = this.#with;
    const { id, kind } = mail;
    if (outcome.is === 'sent') {
      await mails.updateEnded(pool, id, 'sent');
      return;
    }
    const told = { mail: id, kind, attempts: mail.attempts, reply: outcome.reply };
    await inTransaction(pool, async (db) => {
      if (outcome.is === 'refused') {
        log.warn(told, 'A mail was refused.');
        await mails.updateEnded(db, id, 'refused');
        await whenRefused(db, mail);
      } else if (await mails.isTriedLongEnough(db, id)) {
        log.error(told, 'A mail could not be sent for a day and is not tried again.');
        await mails.updateEnded(db, id, 'failed');
      } else {
        log.warn(told, 'A mail could not be sent. It is tried again.');
        await mails.addSendJob(db, mail, pauseAfter(mail.attempts));
      }
    });
  }

  /** Adds the next job in the same transaction as the deletion. */
  async #deleteOld(): Promise<void> {
    await inTransaction(this.#with.pool, async (db) => {
      const deleted = await mails.deleteOldMails(db, KEPT_DAYS, DELETED_AT_ONCE);
      await mails.addOldMailsJob(db, deleted === DELETED_AT_ONCE ? 0 : ONE_DAY_MS);
    });
  }

  #isPaused = () => performance.now() < this.#pausedUntilMs;

  #key = (): Buffer => this.#with.secrets.deriveKey('texts of mails', SEALING_KEY_BYTES);
}

/** Doubles with each attempt. */
const pauseAfter = (attempts: number) =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
