import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { RunnerPool } from './runner-client.ts';
import { RunnerNames } from './runner-names.ts';

const SERVICE_TOKEN = 's'.repeat(32);
const headers = { 'x-rapidapi-key': SERVICE_TOKEN };
const NAME = 'runners.test';
const ADDRESSES = ['127.0.0.2', '127.0.0.3'];

let server: TestApp;
let names: RunnerNames;
let found: string[];
const doors: Server[] = [];
const sockets = new Set<Socket>();
const runners = ADDRESSES.map(() => new ScriptedRunner());

beforeAll(async () => {
  for (const runner of runners) await runner.start();
  const environment = { VLABS_SERVICE_TOKENS: `grader:${SERVICE_TOKEN}` };
  server = await makeTestApp({ runners: () => names.addresses, environment });
});
beforeEach(() => {
  found = ADDRESSES;
  for (const runner of runners) {
    runner.orders.length = 0;
    runner.script = ({ finish }) => finish();
  }
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const door of doors.splice(0)) await promisify(door.close.bind(door))();
});
afterAll(async () => {
  await server.close();
  for (const runner of runners) await runner.stop();
});

/** Gives each runner its own address and all the same port, as separate machines have. */
async function open(makeDoor: (serve: (socket: Socket) => void) => Server): Promise<number> {
  let port = 0;
  for (const [index, address] of ADDRESSES.entries()) {
    const inside = Number(new URL(runners[index]?.address.url ?? '').port);
    const door = makeDoor((socket) => {
      const within = connect(inside, '127.0.0.1');
      for (const each of [socket, within]) {
        sockets.add(each);
        each.on('error', () => undefined);
      }
      socket.pipe(within).pipe(socket);
    });
    door.listen(port, address);
    await once(door, 'listening');
    doors.push(door);
    const listening = door.address();
    port = typeof listening === 'object' ? (listening?.port ?? 0) : 0;
  }
  return port;
}

async function name(url: string): Promise<void> {
  const token = runners[0]?.address.token ?? '';
  const log = pino({ level: 'silent' });
  names = new RunnerNames({ urls: [url], token, log, lookUp: async () => found });
  await names.look();
}

async function runTen(): Promise<number[]> {
  for (const runner of runners) runner.orders.length = 0;
  await server.app.inject({ url: '/judge0/workers', headers });
  const payload = { source_code: 'print(1)', language_id: 71 };
  const url = '/judge0/submissions?wait=true';
  const post = () => server.app.inject({ method: 'POST', url, headers, payload });
  const replies = await Promise.all(Array.from({ length: 10 }, post));
  expect(replies.map((reply) => reply.json().status?.id)).toEqual(replies.map(() => 3));
  return runners.map(({ orders }) => orders.length);
}

/** A runner that has just joined is used after its first reply. */
const allWork = () => expect.poll(async () => Math.min(...(await runTen()))).toBeGreaterThan(0);

test('each address of a name is a runner; removed addresses get no more runs, and new ones are used', async () => {
  await name(`http://${NAME}:${await open(createServer)}`);
  await allWork();
  found = ['127.0.0.3', '127.0.0.4'];
  await names.look();
  expect((await runTen())[0]).toBe(0);
  found = ADDRESSES;
  await names.look();
  await allWork();
});

test('a name that nobody answers for keeps the runners that it had', async () => {
  const token = 'any';
  const log = pino({ level: 'silent' });
  let isUnavailable = false;
  const lookUp = async () => {
    if (isUnavailable) throw new Error('no answer');
    return found;
  };
  const urls = ['http://127.0.0.9:1', `http://${NAME}:2`];
  const looking = new RunnerNames({ urls, token, log, lookUp });
  await looking.look();
  isUnavailable = true;
  await looking.look();
  expect(looking.addresses.map(({ url }) => url)).toEqual([
    'http://127.0.0.9:1',
    'http://127.0.0.2:2',
    'http://127.0.0.3:2',
  ]);
});

test('one lookup at a time, and a slow one is waited for', async () => {
  const log = pino({ level: 'silent' });
  const answers: ((addresses: string[]) => void)[] = [];
  const lookUp = () =>
    new Promise<string[]>((resolve) => {
      answers.push(resolve);
    });
  const looking = new RunnerNames({ urls: [`http://${NAME}:2`], token: 'any', log, lookUp });
  const rounds = [looking.look(), looking.look(), looking.look()];
  expect(answers).toHaveLength(1);
  answers[0]?.(ADDRESSES);
  await Promise.all(rounds);
  const next = looking.look();
  expect(answers).toHaveLength(2);
  answers[1]?.(['127.0.0.4', '127.0.0.5']);
  await next;
  expect(looking.addresses.map(({ url }) => url)).toEqual([
    'http://127.0.0.4:2',
    'http://127.0.0.5:2',
  ]);
});

test('a machine with an address of each family is one runner', async () => {
  const log = pino({ level: 'silent' });
  const urls = [`http://${NAME}:2`];
  let addresses = ['192.0.2.1', '2001:db8::1'];
  const looking = new RunnerNames({ urls, token: 'any', log, lookUp: async () => addresses });
  await looking.look();
  expect(looking.addresses).toEqual([{ url: urls[0], token: 'any' }]);
  addresses = ['2001:db8::1', '192.0.2.1', '2001:db8::2', '192.0.2.2'];
  await looking.look();
  expect(looking.addresses.map(({ url }) => url)).toEqual([
    'http://[2001:db8::1]:2',
    'http://[2001:db8::2]:2',
  ]);
});

const hasOpenssl = await promisify(execFile)('openssl', ['version']).then(
  () => true,
  () => {
    console.warn('Skipped: openssl is not installed.');
    return false;
  },
);

test.skipIf(!hasOpenssl)('with TLS, a certificate of the name holds at each address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-certificate-'));
  const file = (named: string) => join(folder, named);
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${NAME} -addext subjectAltName=DNS:${NAME}`;
  const files = ['-keyout', file('key.pem'), '-out', file('cert.pem')];
  await promisify(execFile)('openssl', [...words.split(' '), ...files]);
  const [key, cert] = await Promise.all([readFile(file('key.pem')), readFile(file('cert.pem'))]);
  await rm(folder, { recursive: true });
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert.toString()]);
  try {
    await name(`https://${NAME}:${await open((serve) => createTlsServer({ key, cert }, serve))}`);
    await allWork();
    // A runner without a certificate for the requested name is rejected.
    const nameless = names.addresses.map(({ url, token }) => ({ url, token }));
    const strict = new RunnerPool({ runners: () => nameless });
    expect((await strict.getAvailability()).available).toBe(false);
    await strict.close();
  } finally {
    setDefaultCACertificates(before);
  }
});
