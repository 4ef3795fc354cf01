import { ProviderSettings, ProviderText } from '@vlabs/contract/sign-on/providers';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

const StoredProvider = ProviderText.extend({
  id: z.uuid(),
  settings: ProviderSettings,
  secretSealed: z.instanceof(Buffer).nullable(),
  isOn: z.boolean(),
  changedAt: z.date(),
});
export type StoredProvider = z.infer<typeof StoredProvider>;

const columns = sql`
  id, name, settings, secret_sealed, is_on, roll_from, roll_claim, is_authoritative, creates_accounts,
  email_domains, roll_patterns, session_hours, changed_at
`;

const order = sql`order by created_at, id`;

export const listProviders = (db: Database) =>
  all(
    db,
    StoredProvider.extend({ people: z.coerce.number() }),
    sql`
      select ${columns},
        (select count(*) from identities where provider_id = providers.id) as people
      from providers
      ${order}
    `,
  );

/** What the sign-in page shows. */
export const listProvidersInUse = (db: Database) =>
  all(
    db,
    z.object({ id: z.uuid(), name: z.string(), kind: z.string() }),
    sql`select id, name, settings->>'kind' as kind from providers where is_on ${order}`,
  );

export const findProvider = (db: Database, id: string) =>
  first(db, StoredProvider, sql`select ${columns} from providers where id = ${id}`);

/** Waits for others who add one. */
export const lockProviders = (db: Database) =>
  run(db, sql`lock table providers in share row exclusive mode`);

type Written = ProviderText & { id: string };

export function insertProvider(db: Database, provider: Written & { secretSealed: Buffer | null }) {
  return run(
    db,
    sql`
      insert into providers (id, name, settings, secret_sealed, roll_from, roll_claim,
        is_authoritative, creates_accounts, email_domains, roll_patterns, session_hours)
      values (${provider.id}, ${provider.name}, ${JSON.stringify(provider.settings)}::jsonb,
        ${provider.secretSealed}, ${provider.rollFrom}, ${provider.rollClaim},
        ${provider.isAuthoritative}, ${provider.createsAccounts}, ${provider.emailDomains},
        ${provider.rollPatterns}, ${provider.sessionHours})
    `,
  );
}

/** Without a secret the stored one stays. */
export function updateProvider(
  db: Database,
  provider: Written & { secretSealed: Buffer | null; isOn: boolean },
) {
  return run(
    db,
    sql`
      update providers
      set name = ${provider.name}, settings = ${JSON.stringify(provider.settings)}::jsonb,
        secret_sealed = coalesce(${provider.secretSealed}, secret_sealed), is_on = ${provider.isOn},
        roll_from = ${provider.rollFrom}, roll_claim = ${provider.rollClaim},
        is_authoritative = ${provider.isAuthoritative},
        creates_accounts = ${provider.createsAccounts}, email_domains = ${provider.emailDomains},
        roll_patterns = ${provider.rollPatterns}, session_hours = ${provider.sessionHours},
        changed_at = now()
      where id = ${provider.id}
    `,
  );
}

/** Only one that is off. */
export const deleteProvider = (db: Database, id: string) =>
  run(db, sql`delete from providers where id = ${id} and not is_on`);
