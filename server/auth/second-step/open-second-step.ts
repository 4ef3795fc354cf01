import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import type { KeySource } from '../../platform/key-source.ts';
import { Authenticators } from './authenticators.service.ts';
import { Passkeys } from './passkeys.service.ts';

export interface SecondStepParts {
  passkeys: Passkeys;
  authenticators: Authenticators;
}

/** Creates the services of passkeys and authenticator apps. */
export function openSecondStep(dependencies: {
  pool: Pool;
  config: Pick<Config, 'publicUrl' | 'institution' | 'sessionLimits'>;
  secrets: KeySource;
}): SecondStepParts {
  return {
    passkeys: new Passkeys(dependencies),
    authenticators: new Authenticators(dependencies),
  };
}
