import type { Pool } from 'pg';
import type { LoginLimiter } from '../auth/auth.reads.ts';
import type { Config } from '../config.ts';
import type { KeySource } from '../platform/key-source.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { HandOffs } from './hand-offs.service.ts';
import { Oidc } from './oidc/oidc.ts';
import { Providers } from './providers.service.ts';
import { SignOn } from './sign-on.service.ts';

export interface SignOnParts {
  signOn: SignOn;
  providers: Providers;
  handOffs: HandOffs;
}

/** Creates the services of sign-on, with a connector for each kind of provider. */
export function openSignOn({
  pool,
  config,
  secrets,
  log,
  loginLimiter,
}: {
  pool: Pool;
  config: Pick<Config, 'publicUrl' | 'sessionLimits' | 'contactEmail'>;
  secrets: KeySource;
  log: Log;
  loginLimiter: LoginLimiter;
}): SignOnParts {
  const connectors = { oidc: new Oidc() };
  const handOffs = new HandOffs({ pool, publicUrl: config.publicUrl, secrets, connectors, log });
  const signOn = new SignOn({ pool, config, loginLimiter, handOffs });
  return { signOn, providers: new Providers({ pool, handOffs }), handOffs };
}
