import type { ProviderSettings } from '@vlabs/contract/sign-on/providers';
import { z } from 'zod';

/** A provider as connectors need it. */
export interface Provider {
  id: string;
  name: string;
  settings: ProviderSettings;
  /** The claim with the roll number; empty if it has none. */
  rollClaim: string;
  /** Null if it has none. */
  secret: string | null;
  /** Changes whenever the provider is changed. */
  changedAt: Date;
}

/** What a provider says of a person: who it is there, and everything else by name. */
export interface Claims {
  subject: string;
  claims: Record<string, unknown>;
}

/** The part of a reply that only its sign-on knows, kept on the server until the person returns. */
export const Expected = z.record(z.string(), z.string());
export type Expected = z.infer<typeof Expected>;

/** What a person types for a provider without a page of its own. */
export interface Credentials {
  userName: string;
  password: string;
}

/** Speaks the protocol of a kind of provider. */
export type Connector = Redirecting | Checking;

/** A provider that checks user names and passwords for us. */
export interface Checking {
  /** Null if the user name or the password is wrong. Throws a PublicError for the person who waits. */
  check: (provider: Provider, credentials: Credentials) => Promise<Claims | null>;
}

/** A provider that people are sent to. */
export interface Redirecting {
  /** Returns the address to send the person to, and what to expect of the reply. */
  begin: (provider: Provider, asked: Asked) => Promise<{ address: string; expected: Expected }>;
  /** Verifies the provider's reply. Throws a PublicError for the person who waits. */
  finish: (provider: Provider, returned: Returned) => Promise<Claims>;
}

export interface Asked {
  state: string;
  /** Where the provider sends the person back to. */
  callbackAddress: string;
}

export interface Returned extends Asked {
  /** From which the reply came. */
  network: string;
  expected: Expected;
  /** Names and values of the reply, in order. */
  parameters: [string, string][];
}
