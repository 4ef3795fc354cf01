import type { ProviderSettings } from '@vlabs/contract/sign-on/providers';
import * as client from 'openid-client';
import { PublicError } from '../../platform/errors.ts';
import type { Asked, Claims, Provider, Redirecting, Returned } from '../connector.ts';
import { clocksDiffer, signOnFailed, unreachable } from '../refusals.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** For each call to a provider, with the whole reply. */
const TIMEOUT_SECONDS = 10;
/** Clocks of servers and providers may differ by so much. */
const CLOCK_TOLERANCE_SECONDS = 120;
/** A provider's description and keys are read again after this time. */
const DESCRIPTION_MS = 3_600_000;
/** After a failure, the description is not asked for again for so long. */
const FAILURE_MS = 5000;

interface Described {
  configuration: Promise<client.Configuration>;
  changedAt: Date;
  until: number;
}

/** OpenID Connect: authorization code with PKCE, state and nonce. Signatures are always verified. */
export class Oidc implements Redirecting {
  readonly #described = new Map<string, Described>();
  readonly #timeoutSeconds: number;

  constructor({ timeoutSeconds = TIMEOUT_SECONDS } = {}) {
    this.#timeoutSeconds = timeoutSeconds;
  }

  async begin(provider: Provider, { state, callbackAddress }: Asked) {
    const configuration = await this.#describe(provider);
    const nonce = client.randomNonce();
    const verifier = client.randomPKCECodeVerifier();
    const parameters = {
      redirect_uri: callbackAddress,
      scope: settingsOf(provider).scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    try {
      // Refuses an address that is no web page, such as a script.
      const address = client.buildAuthorizationUrl(configuration, parameters);
      return { address: address.href, expected: { nonce, verifier } };
    } catch (error) {
      throw signOnFailed(provider.name, undefined, error);
    }
  }

  async finish(provider: Provider, returned: Returned): Promise<Claims> {
    const configuration = await this.#describe(provider);
    const { state, callbackAddress, expected, parameters } = returned;
    const address = new URL(callbackAddress);
    for (const [name, value] of parameters) address.searchParams.append(name, value);
    try {
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: expected['nonce'] ?? '',
        pkceCodeVerifier: expected['verifier'] ?? '',
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw signOnFailed(provider.name);
      const more = await readUserInfo(configuration, tokens.access_token, claims.sub);
      // What is signed counts more than what was asked for.
      return { subject: claims.sub, claims: { ...more, ...claims } };
    } catch (error) {
      throw toRefusal(provider, error);
    }
  }

  /** One request at a time for each provider, whose result all callers share. */
  #describe(provider: Provider): Promise<client.Configuration> {
    const known = this.#described.get(provider.id);
    const isCurrent = known && known.changedAt.getTime() === provider.changedAt.getTime();
    if (isCurrent && known.until > performance.now()) return known.configuration;
    const configuration = discover(provider, this.#timeoutSeconds);
    const described = {
      configuration,
      changedAt: provider.changedAt,
      until: performance.now() + DESCRIPTION_MS,
    };
    this.#described.set(provider.id, described);
    configuration.catch(() => {
      described.until = performance.now() + FAILURE_MS;
    });
    return configuration;
  }
}

async function discover(provider: Provider, timeout: number): Promise<client.Configuration> {
  const { issuer, clientId } = settingsOf(provider);
  const server = new URL(issuer);
  const isLocal = server.protocol === 'http:';
  try {
    return await client.discovery(
      server,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      provider.secret === null ? client.None() : authenticateWith(provider.secret),
      {
        timeout,
        [client.customFetch]: boundedFetch,
        execute: [
          client.enableNonRepudiationChecks,
          ...(isLocal ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  } catch (error) {
    throw toRefusal(provider, error);
  }
}

/** In the form, which most providers expect, unless the provider takes it in a header only. */
function authenticateWith(secret: string): client.ClientAuth {
  const [inForm, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...call) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const takesForm = methods === undefined || methods.includes('client_secret_post');
    return (takesForm ? inForm : inHeader)(server, ...call);
  };
}

/** Many providers put few claims into the ID token. */
async function readUserInfo(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(configuration, accessToken, subject);
}

function settingsOf({ settings }: Provider): ProviderSettings & { kind: 'oidc' } {
  if (settings.kind !== 'oidc') throw new Error('The provider does not speak OpenID Connect.');
  return settings;
}

/** Says what the person can do about it. The cause stays in the log. */
function toRefusal({ name }: Provider, error: unknown): PublicError {
  if (error instanceof PublicError) return error;
  if (error instanceof client.AuthorizationResponseError) {
    return signOnFailed(name, `${name} did not sign you in. Try again.`, error);
  }
  if (isAboutTime(error)) return clocksDiffer(name, error);
  const isReply = error instanceof client.ClientError && !isAboutReaching(error);
  const isRefusal = error instanceof client.ResponseBodyError && error.status < 500;
  return isReply || isRefusal ? signOnFailed(name, undefined, error) : unreachable(name, error);
}

const isAboutTime = (error: unknown) =>
  error instanceof client.ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

const UNREACHABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);
const isAboutReaching = (error: client.ClientError) => UNREACHABLE.has(error.code ?? '');
