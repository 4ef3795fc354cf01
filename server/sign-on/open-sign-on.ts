import type { Pool } from 'pg';
import type { LoginLimiter } from '../auth/auth.reads.ts';
import type { Config } from '../config.ts';
import type { KeySource } from '../platform/key-source.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import type { Connector } from './connector.ts';
import { HandOffs } from './hand-offs.service.ts';
import { Providers } from './providers.service.ts';
import { SignOn } from './sign-on.service.ts';

export interface SignOnParts {
  signOn: SignOn;
  providers: Providers;
  handOffs: HandOffs;
}

/** Creates the services of sign-on. */
export function openSignOn({
  pool,
  config,
  secrets,
  log,
  loginLimiter,
  connectors,
}: {
  pool: Pool;
  config: Pick<Config, 'publicUrl' | 'sessionLimits' | 'contactEmail'>;
  secrets: KeySource;
  log: Log;
  loginLimiter: LoginLimiter;
  /** By kind of provider. */
  connectors: Record<string, Connector>;
}): SignOnParts {
  const { publicUrl } = config;
  const handOffs = new HandOffs({ pool, publicUrl, secrets, loginLimiter, connectors, log });
  const signOn = new SignOn({ pool, config, loginLimiter, handOffs });
  return { signOn, providers: new Providers({ pool, handOffs }), handOffs };
}
