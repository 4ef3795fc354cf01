import type { CacheProvider, SAML } from '@node-saml/node-saml';
import type { ProviderSettings } from '@vlabs/contract/sign-on/providers';
import { readCertificates } from '../certificates.ts';
import type { Expected, Returned } from '../connector.ts';
import { entityIdOf } from '../service-metadata.ts';

/** Clocks of servers and providers may differ by so much. */
const CLOCK_TOLERANCE_MS = 120_000;

export interface OpenSaml extends Pick<Returned, 'callbackAddress' | 'expected'> {
  settings: ProviderSettings & { kind: 'saml' };
}

/** The library for one sign-on, with its strictest settings. */
export async function openSaml({ settings, callbackAddress, expected }: OpenSaml): Promise<SAML> {
  const { SAML: Library, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new Library({
    callbackUrl: callbackAddress,
    entryPoint: settings.signOnAddress,
    issuer: entityIdOf(callbackAddress),
    idpCert: readCertificates(settings.certificates).map(String),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: CLOCK_TOLERANCE_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequestOf(expected),
    generateUniqueId: () => expected['requestId'] ?? '',
    // Providers choose how people sign in and what they call them.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
  });
}

/** The hand-off keeps the request in the database, ends after ten minutes and counts once. */
const onlyRequestOf = ({ requestId, requestedAt }: Expected): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (id) => (id === requestId ? (requestedAt ?? null) : null),
  removeAsync: async () => null,
});
