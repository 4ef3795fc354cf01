import type { Registration } from '@vlabs/contract/auth/auth';
import { PublicError } from '../platform/errors.ts';

const MIN_CHARACTERS = 8;

interface Rules {
  registration: Registration;
}

/** In lower case. Loaded once, on first use. */
let commonPasswords: Promise<ReadonlySet<string>> | null = null;

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter(({ length }) => length >= MIN_CHARACTERS);
  return new Set(long);
}

/** Preloads the list of common passwords at the start. */
export async function prepareForPasswords({ registration }: Rules): Promise<void> {
  if (registration === 'open') return;
  commonPasswords ??= readCommonPasswords();
  await commonPasswords;
}

/**
 * Refuses a new password that is easy to guess. With open registration, passwords have no rules, as
 * the specification says.
 */
export async function requireFitPassword(
  { registration }: Rules,
  password: string,
  field: string,
): Promise<void> {
  if (registration === 'open') return;
  const composed = password.normalize('NFC');
  if (Array.from(composed).length < MIN_CHARACTERS) {
    throw unfit(`A password has at least ${MIN_CHARACTERS} characters.`, field);
  }
  commonPasswords ??= readCommonPasswords();
  if ((await commonPasswords).has(composed.toLowerCase())) {
    throw unfit('This is one of the most common passwords. Choose another one.', field);
  }
}

function unfit(message: string, field: string): PublicError {
  return new PublicError(400, 'weak_password', message, { [field]: message });
}
