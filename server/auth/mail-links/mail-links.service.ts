import type { Caller } from '../../platform/http/serve.ts';
import { ROLE_ADMIN } from '@vlabs/contract/http/endpoint';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { SendMail } from '../../mail/mail.reads.ts';
import { hashToken, makeToken } from '../../platform/access/sessions.ts';
import { recordActOf } from '../../platform/audit/audit.ts';
import { networkOf } from '../../platform/connections/addresses.ts';
import { PublicError, conflict, tooManyUntil } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { findRegistration } from '../demo-accounts.service.ts';
import { deleteLoginFailuresEverywhere } from '../limits/login-failures.queries.ts';
import { TurnQueue } from '../limits/turn-queue.ts';
import type { Device } from '../open-session.ts';
import { requireFitPassword } from '../password-rules.ts';
import { hashPassword } from '../passwords.ts';
import * as emails from '../emails.queries.ts';
import * as people from '../people.queries.ts';
import { emailTaken, takenBy } from '../registration/registration.service.ts';
import { deleteSessions } from '../sessions.queries.ts';
import * as links from './mail-links.queries.ts';
import * as texts from './texts.ts';

/** A whole campus shares an address. */
const ASKS_OF_NETWORK = 1000;
const LINKS_AN_HOUR = 3;
const HOURS = { reset: 1, verify: 24, change: 24 };
const PAGES = { reset: 'reset-password', verify: 'confirm-address', change: 'confirm-address' };
const MAX_WAITING = 1000;

const JobPayload = z.object({ person: z.string() });

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  sendMail: SendMail;
  config: Pick<
    Config,
    'mail' | 'publicUrl' | 'demo' | 'registration' | 'registrationAfterDemo' | 'trustedProxies'
  >;
}

/** Links that are mailed to people: to reset a password, verify an address, or change it. */
export class MailLinks {
  readonly #with: Dependencies;
  /** Serialized, so that a flood leaves database connections to others. */
  readonly #asks = new TurnQueue({
    places: 1,
    maxWaiting: { 'sign-in': 0, registration: MAX_WAITING },
  });

  /** Created before the jobs are started. */
  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    dependencies.jobs.handle(
      links.RESET_JOB,
      (payload) => this.#mailReset(JobPayload.parse(payload).person),
      { maxAtOnce: 1 },
    );
  }

  /** The person is looked up later, so that neither the reply nor its time tells whether there is one. */
  async askReset(person: string, address: string): Promise<void> {
    this.#requireMail();
    const network = networkOf(address);
    await this.#asks.run({ lane: 'registration', network }, () =>
      inTransaction(this.#with.pool, async (db) => {
        await links.holdLinksOf(db, `the network ${network}`);
        const seconds = await links.findAskSecondsLeft(db, network, ASKS_OF_NETWORK);
        if (seconds !== null) throw tooManyMails(seconds);
        await links.insertAsk(db, network);
        await links.addResetJob(db, person);
      }),
    );
  }

  async #mailReset(named: string): Promise<void> {
    const { pool, sendMail } = this.#with;
    const person = await emails.findPersonToReset(pool, named);
    if (!person?.email || person.isDemo || person.disabledAt || !person.registeredAt) return;
    const { id: personId, email: address, passwordHash } = person;
    await inTransaction(pool, async (db) => {
      const { token } = await makeLink(db, { personId, kind: 'reset', address, passwordHash });
      if (token === null) return;
      const loginPage = `${this.#origin()}/login`;
      const text = passwordHash === null ? texts.noPasswordText(loginPage) : null;
      const mail = text ?? texts.resetText(this.#addressOf('reset', token));
      await sendMail(db, { personId, address, kind: 'reset', ...mail });
    });
  }

  async reset(token: string, newPassword: string, device: Device): Promise<void> {
    const { pool, config, sendMail } = this.#with;
    const registration = await findRegistration(pool, config);
    await requireFitPassword({ registration }, newPassword, 'newPassword');
    const tokenHash = hashToken(token);
    // Hashing is expensive, so guessed links are refused before.
    if ((await links.findLink(pool, tokenHash))?.kind !== 'reset') throw linkInvalid();
    const turn = { lane: 'sign-in', network: networkOf(device.address) } as const;
    const passwordHash = await hashPassword(newPassword, turn);
    await inTransaction(pool, async (db) => {
      const link = await links.updateUsed(db, tokenHash);
      const person = link && (await emails.updatePasswordByLink(db, link, passwordHash));
      if (!person) throw linkInvalid();
      const { id: personId, email: address } = person;
      await deleteSessions(db, personId);
      await deleteLoginFailuresEverywhere(db, personId);
      if (person.role === ROLE_ADMIN) {
        const act = { action: 'change-password' as const, details: { by: 'mail link' } };
        await recordActOf(db, { by: personId, ...device }, act);
      }
      await sendMail(db, { personId, address, kind: 'notice', ...texts.passwordChangedText() });
    });
  }

  async getEmail(personId: string) {
    const { pool } = this.#with;
    const state = await emails.getEmailState(pool, personId);
    return { ...state, waiting: await links.findWaiting(pool, personId) };
  }

  /** Refused for callers without an address. */
  async askVerification({ id }: Caller): Promise<void> {
    this.#requireMail();
    const { email } = await emails.getEmailState(this.#with.pool, id);
    if (email === null) throw conflict('no_address', 'Your account has no email address. Add one.');
    await this.#mail({ personId: id, kind: 'verify', address: email });
  }

  /** After a registration. Does nothing if mail is not configured. */
  async verifyNew(rollNumber: string): Promise<void> {
    if (this.#with.config.mail === null) return;
    const person = await people.findPerson(this.#with.pool, rollNumber);
    if (!person?.email) return;
    await this.#mail({ personId: person.id, kind: 'verify', address: person.email });
  }

  /** The caller has just proved who they are. */
  async askChange({ id }: Caller, address: string): Promise<void> {
    this.#requireMail();
    if (await people.isEmailOfAnother(this.#with.pool, { id, email: address })) throw emailTaken();
    await this.#mail({ personId: id, kind: 'change', address });
  }

  async confirm(token: string, device: Device): Promise<void> {
    const { pool } = this.#with;
    const tokenHash = hashToken(token);
    const kind = (await links.findLink(pool, tokenHash))?.kind;
    if (kind !== 'verify' && kind !== 'change') throw linkInvalid();
    try {
      await inTransaction(pool, async (db) => {
        const link = await links.updateUsed(db, tokenHash);
        if (!link) throw linkInvalid();
        if (kind === 'change') await this.#changeEmail(db, link, device);
        else if ((await emails.updateVerified(db, link)) === 0) throw linkInvalid();
      });
    } catch (error) {
      throw takenBy(error) ?? error;
    }
  }

  async #changeEmail(db: Database, link: links.Link, device: Device): Promise<void> {
    const { personId } = link;
    const before = await emails.lockEmail(db, personId);
    if (!before || (await emails.updateEmail(db, link)) === 0) throw linkInvalid();
    if (before.role === ROLE_ADMIN) {
      await recordActOf(db, { by: personId, ...device }, { action: 'change-email' });
    }
    if (before.email === null) return;
    const to = { personId, address: before.email, kind: 'notice' as const };
    await this.#with.sendMail(db, { ...to, ...texts.emailChangedText() });
  }

  #mail(link: { personId: string; kind: 'verify' | 'change'; address: string }): Promise<void> {
    const { pool, sendMail } = this.#with;
    return inTransaction(pool, async (db) => {
      const made = await makeLink(db, { ...link, passwordHash: null });
      if (made.token === null) throw tooManyMails(made.secondsLeft);
      const address = this.#addressOf(link.kind, made.token);
      const text = link.kind === 'verify' ? texts.verifyText(address) : texts.changeText(address);
      await sendMail(db, { ...link, ...text });
    });
  }

  #requireMail(): void {
    if (this.#with.config.mail !== null) return;
    throw conflict('no_mail', 'V-labs sends no mail here. Ask your teacher or an admin for help.');
  }

  #origin = (): string => this.#with.config.publicUrl ?? '';

  /** The token is after the #, so that no proxy, log or other page learns it. */
  #addressOf = (kind: links.Kind, token: string): string =>
    `${this.#origin()}/${PAGES[kind]}#${token}`;
}

/** Null instead of a token if the person has been sent too many, and the seconds until the next. */
async function makeLink(
  db: Database,
  link: { personId: string; kind: links.Kind; address: string; passwordHash: string | null },
): Promise<{ token: string } | { token: null; secondsLeft: number }> {
  await links.holdLinksOf(db, link.personId);
  const secondsLeft = await links.findLinkSecondsLeft(db, link, LINKS_AN_HOUR);
  if (secondsLeft !== null) return { token: null, secondsLeft };
  const token = makeToken();
  await links.insertLink(db, { ...link, tokenHash: hashToken(token), hours: HOURS[link.kind] });
  return { token };
}

const linkInvalid = () =>
  new PublicError(
    400,
    'link_invalid',
    'This link was used, replaced by a newer one, or is too old. Ask for a new one.',
  );

const tooManyMails = (seconds: number) =>
  tooManyUntil(
    'too_many_mails',
    seconds,
    (wait) => `Too many mails were asked for. Look for the last one, or try again in ${wait}.`,
  );
