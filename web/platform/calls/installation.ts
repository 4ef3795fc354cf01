import type { getInstallation } from '@vlabs/contract/auth/auth';
import type { z } from 'zod';
import { isRecord } from '../records.ts';

export type Installation = z.infer<typeof getInstallation.reply>['data'];

/**
 * Home and Login show this immediately. It is validated by hand, because the contract's parser
 * would be a seventh of these pages' code; a test compares it with the contract.
 */
export const INSTALLATION_PATH = '/api/v1/installation';

/** Throws TypeError if the reply violates the contract. */
export function readInstallation(reply: unknown): Installation {
  const data = isRecord(reply) ? reply['data'] : undefined;
  if (!isInstallation(data)) throw new TypeError('The installation violates the contract.');
  return data;
}

function isInstallation(data: unknown): data is Installation {
  if (!isRecord(data)) return false;
  const {
    institution,
    website,
    contactEmail,
    registration,
    registrationProof,
    sharedIdleMinutes,
    mail,
    passkeys,
    demoAccounts,
    providers,
  } = data;
  return (
    typeof institution === 'string' &&
    [website, contactEmail].every((one) => one === null || typeof one === 'string') &&
    (registration === 'open' || registration === 'confirmed' || registration === 'roster') &&
    (registrationProof === 'email' || registrationProof === 'code') &&
    Number.isInteger(sharedIdleMinutes) &&
    typeof mail === 'boolean' &&
    typeof passkeys === 'boolean' &&
    Array.isArray(demoAccounts) &&
    demoAccounts.every(isDemoAccount) &&
    Array.isArray(providers) &&
    providers.every(isProvider)
  );
}

function isProvider(provider: unknown): boolean {
  if (!isRecord(provider)) return false;
  return ['id', 'name', 'kind'].every((part) => typeof provider[part] === 'string');
}

function isDemoAccount(account: unknown): boolean {
  if (!isRecord(account)) return false;
  const { id, password, role } = account;
  return typeof id === 'string' && typeof password === 'string' && (role === 0 || role === 1);
}
