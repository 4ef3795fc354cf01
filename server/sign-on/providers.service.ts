import { randomUUID } from 'node:crypto';
import { MAX_PROVIDERS, type ProviderText } from '@vlabs/contract/sign-on/providers';
import type { Pool } from 'pg';
import { deleteSessions, findPerson } from '../auth/auth.reads.ts';
import { hasWayIn, lockPerson, onlyWayIn } from '../auth/second-step/second-step.reads.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { brokenConstraint, conflict, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import type { HandOffs } from './hand-offs.service.ts';
import * as identities from './identities.queries.ts';
import * as queries from './providers.queries.ts';
import { describeExpired, readCertificates } from './certificates.ts';
import { entityIdOf } from './service-metadata.ts';

interface ProvidersOptions {
  pool: Pool;
  handOffs: HandOffs;
}

type Written = ProviderText & { secret: string };

/** The providers that campus admins set up, and the links of people with them. */
export class Providers {
  readonly #pool: Pool;
  readonly #handOffs: HandOffs;

  constructor({ pool, handOffs }: ProvidersOptions) {
    this.#pool = pool;
    this.#handOffs = handOffs;
  }

  async list() {
    const providers = await queries.listProviders(this.#pool);
    const { callbackAddress } = this.#handOffs;
    return {
      providers: providers.map((provider) => ({
        ...provider,
        providerId: provider.id,
        hasSecret: provider.secretSealed !== null,
      })),
      callbackAddress,
      entityId: callbackAddress === null ? null : entityIdOf(callbackAddress),
    };
  }

  /** Empty without VLABS_PUBLIC_URL. */
  async listInUse() {
    return this.#handOffs.callbackAddress === null ? [] : queries.listProvidersInUse(this.#pool);
  }

  /** `warning` is a sentence that follows others, or empty. */
  async create({ secret, ...provider }: Written): Promise<{ providerId: string; warning: string }> {
    const warning = checkSettings(provider);
    const id = randomUUID();
    await this.#write(async (db) => {
      await queries.lockProviders(db);
      if ((await queries.listProviders(db)).length >= MAX_PROVIDERS) throw tooMany();
      await queries.insertProvider(db, { ...provider, id, secretSealed: this.#seal(id, secret) });
      await recordAct(db, { action: 'create-provider', ...subjectOf(id, provider) });
    });
    return { providerId: id, warning };
  }

  /** Returns a warning as `create`. */
  async change(id: string, { secret, ...provider }: Written & { isOn: boolean }): Promise<string> {
    const warning = checkSettings(provider);
    await this.#write(async (db) => {
      const secretSealed = this.#seal(id, secret);
      const changed = await queries.updateProvider(db, { ...provider, id, secretSealed });
      if (changed === 0) throw notFound('The provider');
      const details = { isOn: provider.isOn, hasNewSecret: secret !== '' };
      await recordAct(db, { action: 'edit-provider', ...subjectOf(id, provider, details) });
    });
    return warning;
  }

  async delete(id: string): Promise<void> {
    await this.#write(async (db) => {
      const provider = await queries.findProvider(db, id);
      if (!provider) throw notFound('The provider');
      if ((await queries.deleteProvider(db, id)) === 0) throw isOn(provider.name);
      await recordAct(db, { action: 'delete-provider', ...subjectOf(id, provider) });
    });
  }

  async listIdentities(personId: string) {
    const rows = await identities.listIdentities(this.#pool, personId);
    return rows.map(({ linkedAt, lastUsedAt, ...identity }) => ({
      ...identity,
      linkedAt: linkedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
  }

  async listOwnIdentities({ id }: Caller) {
    const person = await findPerson(this.#pool, id);
    const hasPassword = person !== null && person.passwordHash !== null;
    return { hasPassword, identities: await this.listIdentities(id) };
  }

  /** At least one way to sign in remains. */
  async deleteOwnIdentity({ id }: Caller, providerId: string): Promise<void> {
    await inTransaction(this.#pool, async (db) => {
      await lockPerson(db, id);
      if ((await identities.deleteIdentity(db, { personId: id, providerId })) === 0) {
        throw notFound('This link');
      }
      if (!(await hasWayIn(db, id))) throw onlyWayIn();
      await recordAct(db, { action: 'unlink-account', details: { providerId } });
    });
  }

  /** For somebody else's link, which may be a stranger's: their sessions end. */
  async deleteIdentity(of: { personId: string; providerId: string }): Promise<void> {
    await inTransaction(this.#pool, async (db) => {
      const { providerId } = of;
      const person = await findPerson(db, of.personId);
      const personId = person?.id ?? of.personId;
      if ((await identities.deleteIdentity(db, { personId, providerId })) === 0) {
        throw notFound('This link');
      }
      await deleteSessions(db, personId);
      await recordAct(db, { action: 'unlink-account', personId, details: { providerId } });
    });
  }

  #seal(id: string, secret: string): Buffer | null {
    return secret === '' ? null : this.#handOffs.sealSecret(id, secret);
  }

  async #write(work: (db: Database) => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.#pool, work);
    } catch (error) {
      throw brokenConstraint(error) === 'providers_name_without_case' ? nameTaken() : error;
    }
  }
}

/** Refuses what only a server can check. */
function checkSettings({ settings }: Pick<ProviderText, 'settings'>): string {
  if (settings.kind !== 'saml') return '';
  const expired = describeExpired(readCertificates(settings.certificates));
  return expired === null ? '' : ` ${expired}`;
}

function subjectOf(id: string, { name, settings }: ProviderText, details: object = {}) {
  const subject = { kind: 'provider' as const, id, name };
  return { subject, details: { ...details, kind: settings.kind } };
}

function nameTaken() {
  const message = 'Another provider has this name. Choose another one.';
  return conflict('name_taken', message, { name: message });
}

const tooMany = () =>
  conflict('too_many_providers', `There are at most ${MAX_PROVIDERS} providers. Delete one first.`);

const isOn = (name: string) => conflict('provider_on', `Switch ${name} off before you delete it.`);
