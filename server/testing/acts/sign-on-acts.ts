import { randomUUID } from 'node:crypto';
import { insertIdentity } from '../../sign-on/identities.queries.ts';
import { type Scenario, type Setting, callAs } from './acting.ts';
import { makeStudent } from './make.ts';

const PROVIDERS = '/api/v1/sign-on/providers';

const newProvider = () => ({
  name: `Provider ${randomUUID().slice(0, 8)}`,
  settings: { kind: 'oidc', issuer: 'https://accounts.example.edu', clientId: 'v-labs' },
  rollFrom: 'claim',
  rollClaim: 'roll_number',
  isAuthoritative: true,
  createsAccounts: false,
  emailDomains: ['example.edu'],
  rollPatterns: [],
  sessionHours: null,
});

async function makeProvider(setting: Setting): Promise<{ providerId: string }> {
  const made = await callAs(setting, 'POST', { url: PROVIDERS, payload: newProvider() });
  return made.json().data;
}

async function makeLink(setting: Setting, personId: string): Promise<{ providerId: string }> {
  const { providerId } = await makeProvider(setting);
  const identity = { providerId, personId, subject: randomUUID(), email: null };
  await insertIdentity(setting.server.pool, { ...identity, linkedBy: 'themselves' });
  return { providerId };
}

export const signOnScenarios: Record<string, Scenario> = {
  'PUT /api/v1/languages/:language': {
    action: 'turn-language',
    prepare: async () => ({ params: { language: 'lua' }, payload: { isOn: true } }),
  },
  'POST /api/v1/sign-on/providers': {
    action: 'create-provider',
    prepare: async () => ({ payload: newProvider() }),
  },
  'PUT /api/v1/sign-on/providers/:providerId': {
    action: 'edit-provider',
    prepare: async (setting) => ({
      params: await makeProvider(setting),
      payload: { ...newProvider(), isOn: true },
    }),
  },
  'DELETE /api/v1/sign-on/providers/:providerId': {
    action: 'delete-provider',
    prepare: async (setting) => ({ params: await makeProvider(setting) }),
  },
  'DELETE /api/v1/sign-on/identities/:providerId': {
    action: 'unlink-account',
    prepare: async (setting, { id }) => ({ params: await makeLink(setting, id) }),
  },
  'DELETE /api/v1/sign-on/people/:personId/identities/:providerId': {
    action: 'unlink-account',
    prepare: async (setting) => {
      const { id: personId } = await makeStudent(setting.server.pool);
      return { params: { personId, ...(await makeLink(setting, personId)) } };
    },
  },
};
