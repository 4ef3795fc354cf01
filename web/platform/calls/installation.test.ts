import { getInstallation } from '@vlabs/contract/auth/auth';
import { expect, test } from 'vitest';
import { INSTALLATION_PATH, readInstallation } from './installation.ts';

const reply = {
  success: true,
  data: {
    institution: 'Example College',
    website: 'https://example.edu',
    contactEmail: null,
    registration: 'open',
    registrationProof: 'email',
    sharedIdleMinutes: 30,
    mail: false,
    passkeys: true,
    demoAccounts: [{ role: 0, id: '2105001', password: 'secret' }],
    providers: [{ id: '8d1f4d7c-2b0c-4d4e-9a53-1f6f0a6a7a11', name: 'Campus', kind: 'oidc' }],
  },
};

test('the hand-written check of the installation agrees with the contract', () => {
  expect(INSTALLATION_PATH).toBe(getInstallation.path);
  expect(getInstallation.method).toBe('GET');
  expect(readInstallation(reply)).toEqual(getInstallation.reply.parse(reply).data);
});

test.each([
  ['no object', 'text'],
  ['no data', { success: true }],
  ['an unknown registration', { data: { ...reply.data, registration: 'secret' } }],
  ['an institution that is no text', { data: { ...reply.data, institution: 7 } }],
  ['a website that is no text', { data: { ...reply.data, website: 7 } }],
  ['an unknown proof', { data: { ...reply.data, registrationProof: 'none' } }],
  ['a time that is no number', { data: { ...reply.data, sharedIdleMinutes: '30' } }],
  ['no word about passkeys', { data: { ...reply.data, passkeys: undefined } }],
  ['no word about mail', { data: { ...reply.data, mail: undefined } }],
  ['no word about an address', { data: { ...reply.data, contactEmail: undefined } }],
  ['no word about providers', { data: { ...reply.data, providers: undefined } }],
  [
    'a provider without a name',
    { data: { ...reply.data, providers: [{ id: 'x', kind: 'oidc' }] } },
  ],
  [
    'an account without a password',
    { data: { ...reply.data, demoAccounts: [{ role: 0, id: 'x' }] } },
  ],
])('%s is refused, by hand as by the contract', (_, wrong) => {
  expect(() => readInstallation(wrong)).toThrow(TypeError);
  expect(getInstallation.reply.safeParse({ success: true, ...Object(wrong) }).success).toBe(false);
});
