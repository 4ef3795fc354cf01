import { randomBytes } from 'node:crypto';
import { insertPasskey, listPasskeys } from '../../auth/second-step/passkeys.queries.ts';
import { updateUsed, upsertAuthenticator } from '../../auth/second-step/authenticators.queries.ts';
import { AuthenticatorApp } from '../../auth/second-step/authenticators.setup.ts';
import { SoftwareAuthenticator } from '../peers/software-authenticator.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { HOST, type Scenario, callAs } from './acting.ts';

async function insertAuthenticator(db: Database, personId: string): Promise<void> {
  await upsertAuthenticator(db, { personId, keySealed: randomBytes(60) });
  await updateUsed(db, { personId, step: 0 });
}

/** On a server with the public address `https://HOST`. */
export const secondStepScenarios: Record<string, Scenario> = {
  'POST /api/v1/auth/passkeys': {
    action: 'add-passkey',
    prepare: async (setting, admin) => {
      const payload = { proof: { currentPassword: admin.password } };
      const url = '/api/v1/auth/passkeys/new';
      const begun = (await callAs(setting, 'POST', { url, payload, as: admin })).json();
      const where = { ...begun.data, origin: `https://${HOST}` };
      return { payload: { name: 'A key', passkey: new SoftwareAuthenticator().create(where) } };
    },
  },
  'POST /api/v1/auth/passkeys/:passkeyId/removal': {
    action: 'remove-passkey',
    prepare: async ({ server: { pool } }, { id: personId, password }) => {
      const key = { credentialId: randomBytes(32), publicKey: randomBytes(77), counter: 0 };
      await insertPasskey(pool, { ...key, personId, transports: [], name: 'A key' });
      const [own] = await listPasskeys(pool, personId);
      const payload = { proof: { currentPassword: password } };
      return { params: { passkeyId: own?.id ?? '' }, payload };
    },
  },
  'POST /api/v1/auth/authenticator/confirmation': {
    action: 'add-authenticator',
    prepare: async (setting, admin) => {
      const payload = { proof: { currentPassword: admin.password } };
      const url = '/api/v1/auth/authenticator';
      const begun = (await callAs(setting, 'POST', { url, payload, as: admin })).json();
      return { payload: { code: new AuthenticatorApp(begun.data.key).show() } };
    },
  },
  'POST /api/v1/auth/authenticator/removal': {
    action: 'remove-authenticator',
    prepare: async ({ server }, admin) => {
      await insertAuthenticator(server.pool, admin.id);
      return { payload: { proof: { currentPassword: admin.password } } };
    },
  },
  'POST /api/v1/auth/recovery-codes': {
    action: 'make-recovery-codes',
    prepare: async ({ server }, admin) => {
      await insertAuthenticator(server.pool, admin.id);
      return { payload: { proof: { currentPassword: admin.password } } };
    },
  },
};
