declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Account {
    accountId: string;
    claims: () => Record<string, unknown>;
  }

  interface Configuration {
    clients: Record<string, unknown>[];
    claims: Record<string, string[]>;
    pkce: { required: () => boolean };
    findAccount: (context: unknown, id: string) => Account;
  }

  /** The certified OpenID Connect provider, as far as drills and benches use it. */
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
