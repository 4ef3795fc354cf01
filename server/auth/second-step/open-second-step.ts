import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import type { KeySource } from '../../platform/key-source.ts';
import type { SendMail } from '../../mail/mail.reads.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { Device } from '../open-session.ts';
import { Authenticators } from './authenticators.service.ts';
import { mailBreakGlass } from './break-glass.service.ts';
import { Passkeys } from './passkeys.service.ts';

export interface SecondStepParts {
  passkeys: Passkeys;
  authenticators: Authenticators;
  mailBreakGlass: (signedIn: Device & { personId: string }) => Promise<void>;
}

/** Creates the services of passkeys and authenticator apps. */
export function openSecondStep(dependencies: {
  pool: Pool;
  config: Pick<Config, 'publicUrl' | 'institution' | 'sessionLimits'>;
  secrets: KeySource;
  sendMail: SendMail;
}): SecondStepParts {
  const { pool, sendMail } = dependencies;
  return {
    passkeys: new Passkeys(dependencies),
    authenticators: new Authenticators(dependencies),
    mailBreakGlass: (signedIn) =>
      inTransaction(pool, (db) => mailBreakGlass(db, sendMail, signedIn)),
  };
}
