import { createHmac } from 'node:crypto';
import { RECOVERY_CODES } from '@vlabs/contract/auth/second-step';
import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { makeReadableSecret } from '../../platform/access/readable-secret.ts';
import type { SendMail } from '../../mail/mail.reads.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { conflict, notFound, tooManyUntil } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/serve.ts';
import type { KeySource } from '../../platform/key-source.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { SEALING_KEY_BYTES, openText, sealText } from '../../platform/sealed-text.ts';
import { type CheckSecondStep, wrongCode } from '../login.service.ts';
import * as authenticators from './authenticators.queries.ts';
import { findPerson } from '../people.queries.ts';
import { findDemand, freeSession } from './demands.queries.ts';
import { lockPerson } from './passkeys.queries.ts';

/** A code may come from the step before or after, because clocks differ. */
const WINDOW = 1;
const STEP_MS = 30_000;
const DIGITS = /^\d{6}$/;

interface Dependencies {
  pool: Pool;
  config: Pick<Config, 'institution'>;
  secrets: KeySource;
  sendMail: SendMail;
}

/** Authenticator apps (TOTP, RFC 6238), whose codes follow a password, and recovery codes in their place. */
export class Authenticators {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Checks what comes with a right password. A right code is used up. */
  check: CheckSecondStep = async (personId, code) => {
    const { pool } = this.#with;
    const demand = await findDemand(pool, personId);
    if (demand?.hasAuthenticator) {
      return code === undefined ? 'code needed' : this.#checkCode(personId, code);
    }
    if (demand?.isBreakGlass) return 'break-glass';
    if (!demand?.isRequired) return 'not needed';
    return demand.hasPasskey ? 'passkey needed' : 'missing';
  };

  #checkCode = (personId: string, code: string) =>
    inTransaction(this.#with.pool, async (db) => {
      await authenticators.lockAuthenticator(db, personId);
      return (await this.#use(db, { personId, code })) ? 'right' : 'wrong';
    });

  find = (personId: string) => authenticators.findState(this.#with.pool, personId);

  /** The caller has just proved who they are. Returns the key to enter in the app, also as an address. */
  async begin({ id: personId }: Caller): Promise<{ key: string; address: string }> {
    const { pool, config } = this.#with;
    const { Secret, TOTP } = await import('otpauth');
    const secret = new Secret();
    await inTransaction(pool, async (db) => {
      const person = await lockPerson(db, personId);
      if (!person || person.isDemo) throw sharedAccount();
      const keySealed = sealText(this.#sealingKey(), personId, secret.base32);
      const added = await authenticators.upsertAuthenticator(db, { personId, keySealed });
      if (added === 0) throw hasOne();
    });
    const issuer = `V-labs ${config.institution}`;
    const address = new TOTP({ secret, issuer, label: personId }).toString();
    return { key: secret.base32, address };
  }

  /** The first right code shows that the app has the key. Returns the recovery codes, which are not shown again. */
  async confirm({ id: personId, sessionId }: Caller, code: string): Promise<string[]> {
    return inTransaction(this.#with.pool, async (db) => {
      const own = await authenticators.lockAuthenticator(db, personId);
      if (!own) throw notFound('That authenticator app');
      if (own.isConfirmed) throw hasOne();
      if (!(await this.#use(db, { personId, code }))) return null;
      if (sessionId !== null) await freeSession(db, sessionId);
      await recordAct(db, { action: 'add-authenticator' });
      return this.#makeCodes(db, personId);
    }).then((codes) => codes ?? Promise.reject(wrongCode(400)));
  }

  /** The caller has just proved who they are. */
  async remove({ id: personId }: Caller): Promise<void> {
    await inTransaction(this.#with.pool, async (db) => {
      if ((await authenticators.deleteAuthenticator(db, personId)) === 0) throw none();
      await recordAct(db, { action: 'remove-authenticator' });
    });
  }

  /** The caller has just proved who they are. New codes replace the old ones. */
  async makeCodes({ id: personId }: Caller): Promise<string[]> {
    return inTransaction(this.#with.pool, async (db) => {
      if (!(await authenticators.lockAuthenticator(db, personId))?.isConfirmed) throw none();
      await recordAct(db, { action: 'make-recovery-codes' });
      return this.#makeCodes(db, personId);
    });
  }

  async #makeCodes(db: Database, personId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, makeReadableSecret);
    const hashes = codes.map((code) => this.#hash(personId, code));
    await authenticators.replaceRecoveryCodes(db, { personId, hashes });
    return codes;
  }

  /** Whether the code counts. The authenticator is locked. */
  async #use(
    db: Database,
    { personId, code }: { personId: string; code: string },
  ): Promise<boolean> {
    const written = code.replaceAll(/[\s-]/g, '');
    const isRight = DIGITS.test(written)
      ? await this.#useStep(db, { personId, code: written })
      : (await authenticators.deleteRecoveryCode(db, {
          personId,
          hash: this.#hash(personId, written),
        })) === 1;
    if (isRight) return true;
    const wrong = await authenticators.updateWrong(db, personId);
    if (wrong === authenticators.MAX_WRONG_CODES) await this.#mailGuesses(db, personId);
    return false;
  }

  async #useStep(
    db: Database,
    { personId, code }: { personId: string; code: string },
  ): Promise<boolean> {
    const own = await authenticators.lockAuthenticator(db, personId);
    if (!own) return false;
    if (own.secondsLeft !== null) throw tooManyCodes(own.secondsLeft);
    const { Secret, TOTP } = await import('otpauth');
    const key = openText(this.#sealingKey(), personId, own.keySealed);
    if (key === null) return false;
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    const delta = totp.validate({ token: code, timestamp: own.now, window: WINDOW });
    if (delta === null) return false;
    const step = Math.floor(own.now / STEP_MS) + delta;
    if (step <= own.usedStep) return false;
    await authenticators.updateUsed(db, { personId, step });
    return true;
  }

  /** A person who guesses codes knows the password. */
  async #mailGuesses(db: Database, personId: string): Promise<void> {
    const person = await findPerson(db, personId);
    if (!person?.email) return;
    const mail = { personId, address: person.email, kind: 'notice' as const };
    await this.#with.sendMail(db, { ...mail, ...guessedText });
  }

  #hash = (personId: string, code: string): Buffer =>
    createHmac('sha256', this.#with.secrets.deriveKey('recovery codes', SEALING_KEY_BYTES))
      .update(`${personId} ${code.replaceAll('-', '').toLowerCase()}`)
      .digest();

  #sealingKey = (): Buffer => this.#with.secrets.deriveKey('authenticators', SEALING_KEY_BYTES);
}

const guessedText = {
  subject: 'Somebody tries codes for your account at V-labs',
  text: `Somebody entered your password at V-labs and then ${authenticators.MAX_WRONG_CODES} wrong codes within an hour. If that was not you, somebody knows your password: change it now.\n`,
};

const tooManyCodes = (seconds: number) =>
  tooManyUntil(
    'too_many_logins',
    seconds,
    (wait) => `Too many wrong codes. Try again in ${wait}, or use a recovery code or a passkey.`,
  );

const sharedAccount = () =>
  conflict('demo_account', 'Many people use this account of the demo, so it has no second step.');

const hasOne = () =>
  conflict('has_authenticator', 'You have an authenticator app. Remove it to set up another one.');

const none = () => notFound('That authenticator app');
