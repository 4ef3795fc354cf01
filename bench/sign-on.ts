import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getInstallation, login } from '@vlabs/contract/auth/auth';
import { changeProvider, createProvider } from '@vlabs/contract/sign-on/providers';
import { beginSignOn, finishSignOn } from '@vlabs/contract/sign-on/sign-on';
import { Oidc } from '../server/sign-on/oidc/oidc.ts';
import { type OidcPeer, startOidcPeer } from '../server/testing/peers/oidc-peer.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';
import { spawnServer } from './product.ts';

const PEOPLE = 2000;
/** They arrive evenly within this time. */
const ARRIVAL_MS = 50_000;
const P95_BUDGET_MS = 1000;
const CALLBACK = 'https://lab.example.edu/api/v1/sign-on/callback';

/**
 * People sign in with an OpenID Connect provider, who arrive evenly within a minute: first all of them are new, then all
 * are linked. The plain thing is the same exchange with the provider alone, without a server or a database.
 */
export async function benchSignOn([people = PEOPLE]: readonly (string | number)[]): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-bench-'));
  const peer = await startOidcPeer();
  const product = await spawnServer({
    VLABS_DATA: dataFolder,
    VLABS_DEMO: 'on',
    VLABS_PUBLIC_URL: new URL(CALLBACK).origin,
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
  });
  try {
    const providerId = await addProvider(product.url, peer);
    const plain = await timePlainly(peer);
    const bench = { url: product.url, peer, providerId, people: Number(people) };
    const rows = [['the exchange alone', ...shown(plain), '', '']];
    for (const name of ['new people', 'linked people']) {
      const { times, errors } = await signAllIn(bench);
      const ratio = (quantile(times, 0.5) / quantile(plain, 0.5)).toFixed(1);
      rows.push([name, ...shown(times), ratio, String(errors)]);
      if (errors > 0 || quantile(times, 0.95) > P95_BUDGET_MS) process.exitCode = 1;
    }
    printTable(['', 'done', 'p50 ms', 'p95 ms', 'ratio of p50', 'errors'], rows);
    console.log(
      `${people} sign-ons within ${ARRIVAL_MS / 1000} s: no errors, p95 ${P95_BUDGET_MS} ms.`,
    );
  } finally {
    await Promise.all([product.stop(), peer.close()]);
    await rm(dataFolder, { recursive: true, force: true });
  }
}

interface Bench {
  url: string;
  peer: OidcPeer;
  providerId: string;
  people: number;
}

async function signAllIn({
  people,
  ...bench
}: Bench): Promise<{ times: number[]; errors: number }> {
  const begun = performance.now();
  const results = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      await pause(Math.max(0, (ARRIVAL_MS * index) / people - (performance.now() - begun)));
      return signIn(bench, index).catch((error: unknown) => {
        console.error(error);
        return null;
      });
    }),
  );
  const times = results.filter((time) => time !== null);
  return { times, errors: people - times.length };
}

/** The three calls of one person, who needs no time at the provider. */
async function signIn({ url, peer, providerId }: Omit<Bench, 'people'>, index: number) {
  const rollNumber = `21${String(index).padStart(5, '0')}`;
  const began = performance.now();
  const key = randomUUID();
  const keyHash = createHash('sha256').update(key).digest('hex');
  const begun = beginSignOn.reply.parse(await post(url, beginSignOn.path, { providerId, keyHash }));
  const person = { sub: rollNumber, email: `${rollNumber}@example.edu`, email_verified: true };
  const { state, query } = peer.signIn(begun.data.address, person);
  await (await fetch(`${url}/api/v1/sign-on/callback?${query}`, { redirect: 'manual' })).text();
  finishSignOn.reply.parse(await post(url, finishSignOn.path, { state, key }));
  return performance.now() - began;
}

/** As many as are needed for a steady median. */
async function timePlainly(peer: OidcPeer): Promise<number[]> {
  const times = [];
  const provider = {
    id: randomUUID(),
    name: 'Plain',
    settings: { kind: 'oidc' as const, issuer: peer.issuer, clientId: 'v-labs', scopes: 'openid' },
    secret: peer.clientSecret,
    rollClaim: '',
    changedAt: new Date(),
  };
  const oidc = new Oidc();
  for (let index = 0; index < 200; index += 1) {
    const began = performance.now();
    const asked = { state: randomUUID(), callbackAddress: CALLBACK };
    const { address, expected } = await oidc.begin(provider, asked);
    const { query } = peer.signIn(address, { sub: String(index) });
    const parameters = [...new URLSearchParams(query)];
    await oidc.finish(provider, { ...asked, expected, parameters, network: '127.0.0.0/24' });
    times.push(performance.now() - began);
  }
  return times;
}

async function addProvider(url: string, peer: OidcPeer): Promise<string> {
  const { data } = getInstallation.reply.parse(
    await (await fetch(url + getInstallation.path)).json(),
  );
  const admin = data.demoAccounts.find(({ role }) => role === 1);
  const { token } = login.reply.parse(await post(url, login.path, admin ?? {}));
  const provider = {
    name: 'Bench',
    settings: { kind: 'oidc', issuer: peer.issuer, clientId: 'v-labs' },
    secret: peer.clientSecret,
    rollFrom: 'email',
    isAuthoritative: false,
    createsAccounts: true,
    emailDomains: ['example.edu'],
    rollPatterns: [],
    sessionHours: null,
  };
  const added = createProvider.reply.parse(
    await post(url, createProvider.path, provider, { token }),
  );
  const { providerId } = added.data;
  const path = changeProvider.path.replace(':providerId', providerId);
  await post(url, path, { ...provider, secret: '', isOn: true }, { token, method: 'PUT' });
  return providerId;
}

/** Returns the reply's JSON. */
async function post(
  url: string,
  path: string,
  body: object,
  { token = '', method = 'POST' } = {},
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) };
  const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

const shown = (times: readonly number[]): string[] => [
  String(times.length),
  quantile(times, 0.5).toFixed(1),
  quantile(times, 0.95).toFixed(1),
];
