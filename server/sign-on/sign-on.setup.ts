import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeEach } from 'vitest';
import { type OidcPeer, startOidcPeer } from '../testing/peers/oidc-peer.ts';
import { type MadePerson, makeAdmin } from '../testing/acts/make.ts';
import { beforeTests, setUpTwoServers } from '../testing/server.setup.ts';
import type { TestServer } from '../testing/test-app.ts';

export const PUBLIC_URL = 'https://lab.example.edu';
export const DOMAIN = 'example.edu';

/** Of a provider that trusts nobody, as a form sends it. */
export const cautious = {
  rollFrom: 'claim',
  rollClaim: 'roll_number',
  isAuthoritative: false,
  createsAccounts: false,
  emailDomains: [DOMAIN],
  rollPatterns: [],
  sessionHours: null,
};

/** Two servers of one installation, its admin, and a provider outside. */
export function setUpSignOn() {
  const environment = { VLABS_PUBLIC_URL: PUBLIC_URL };
  const { server, second } = setUpTwoServers({ environment });
  const peer = beforeTests(startOidcPeer);
  afterAll(() => peer.close());
  const admin = beforeTests(() => makeAdmin(server.pool));
  beforeEach(async () => {
    peer.behaviour.wrong = {};
    await server.pool.query('delete from providers');
  });
  return { server, second, peer, admin };
}

interface Installation {
  server: TestServer;
  admin: MadePerson;
  peer: Pick<OidcPeer, 'issuer' | 'clientSecret'>;
}

/** Adds a provider and switches it on; returns its id. */
export async function addProvider(
  { server: { app }, admin: { headers }, peer }: Installation,
  differences: object = {},
): Promise<string> {
  const settings = { kind: 'oidc', issuer: peer.issuer, clientId: 'v-labs' };
  const payload = { ...cautious, settings, secret: peer.clientSecret, ...differences };
  const named = { name: `Provider ${randomUUID().slice(0, 8)}`, ...payload };
  const url = '/api/v1/sign-on/providers';
  const made = await app.inject({ method: 'POST', url, headers, payload: named });
  if (made.statusCode !== 201) throw new Error(made.body);
  const { providerId } = made.json().data;
  const on = { ...named, secret: '', isOn: true };
  await app.inject({ method: 'PUT', url: `${url}/${providerId}`, headers, payload: on });
  return providerId;
}

/** A page that begins and finishes sign-ons. */
export class SignOnPage {
  readonly key = randomUUID();
  readonly keyHash = hashOf(this.key);
  readonly #app: TestServer['app'];

  constructor({ app }: TestServer) {
    this.#app = app;
  }

  /** Returns the address that the page opens. */
  async begin(providerId: string): Promise<string> {
    const reply = await this.beginWith({ providerId });
    if (reply.statusCode !== 200) throw new Error(reply.body);
    return reply.json().data.address;
  }

  beginWith(begun: { providerId: string; credentials?: object }) {
    return this.#post('begin', { ...begun, keyHash: this.keyHash });
  }

  /** The browser follows the provider's reply, which may reach another server. */
  return(query: string, { app }: Pick<TestServer, 'app'> = { app: this.#app }) {
    return app.inject({ url: `/api/v1/sign-on/callback?${query}` });
  }

  /** As `return`, for a form that the provider's page sends. */
  post(
    form: Record<string, string> | [string, string][],
    { app }: Pick<TestServer, 'app'> = { app: this.#app },
  ) {
    return app.inject({
      method: 'POST',
      url: '/api/v1/sign-on/callback',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://login.example.edu',
      },
      payload: new URLSearchParams(form).toString(),
    });
  }

  finish(state: string, more: object = {}, server: Pick<TestServer, 'app'> = { app: this.#app }) {
    return this.#post('finish', { state, key: this.key, ...more }, server);
  }

  /** Everything, for a person of the peer. */
  async signOn(peer: OidcPeer, providerId: string, person: Record<string, unknown>) {
    const { state, query } = peer.signIn(await this.begin(providerId), person);
    await this.return(query);
    return this.finish(state);
  }

  #post(call: string, payload: object, { app }: Pick<TestServer, 'app'> = { app: this.#app }) {
    return app.inject({ method: 'POST', url: `/api/v1/sign-on/${call}`, payload });
  }
}

export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Connects an account on the Account page. */
export async function connectAs(
  server: Pick<TestServer, 'app'>,
  peer: Pick<OidcPeer, 'signIn'>,
  {
    providerId,
    as,
    claims,
    finishedBy = as,
  }: {
    providerId: string;
    as: MadePerson;
    claims: Record<string, unknown>;
    finishedBy?: MadePerson;
  },
) {
  const key = randomUUID();
  const url = '/api/v1/sign-on/links';
  const post = (path: string, payload: object, { headers }: MadePerson) =>
    server.app.inject({ method: 'POST', url: path, headers, payload });
  const begun = await post(url, { providerId, keyHash: hashOf(key) }, as);
  const { state, query } = peer.signIn(begun.json().data.address, claims);
  await server.app.inject({ url: `/api/v1/sign-on/callback?${query}` });
  return post(`${url}/finish`, { state, key }, finishedBy);
}
