import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Provider } from '../connector.ts';
import { Ldap } from './ldap.ts';

const PASSWORD = 'a password that must not leave';

type Misbehaviour = (connection: Socket) => void;
const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** A directory that behaves badly; it keeps what it hears. */
async function startDirectory(address: string, misbehave: Misbehaviour) {
  const heard: Buffer[] = [];
  const connections: Socket[] = [];
  const server = createServer((connection) => {
    connections.push(connection);
    connection.on('error', () => undefined);
    connection.on('data', (chunk) => heard.push(chunk));
    misbehave(connection);
  }).listen(0, address);
  await once(server, 'listening');
  closing.push(async () => {
    for (const connection of connections) connection.destroy();
    await new Promise((closed) => server.close(closed));
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('It listens nowhere.');
  return {
    url: `ldap://${address}:${bound.port}`,
    hasHeard: () => Buffer.concat(heard).toString(),
  };
}

const providerAt = (address: string): Provider => ({
  id: randomUUID(),
  name: 'KIIT',
  secret: PASSWORD,
  changedAt: new Date(),
  rollClaim: '',
  settings: {
    kind: 'ldap',
    address,
    authorities: '',
    readerName: 'cn=reader',
    base: 'dc=example',
    filter: '',
    userAttribute: 'uid',
    subjectAttribute: 'entryUUID',
    nameAttribute: 'cn',
    emailAttribute: 'mail',
    verifiesEmail: false,
  },
});

const check = (address: string, credentials = { userName: 'asha', password: PASSWORD }) =>
  new Ldap({ timeoutMs: 1000 }).check(providerAt(address), credentials);

/** A message of the directory that answers nothing which was asked. */
const TINY = Buffer.from('30050201634200', 'hex');
/** The successful reply to a first question of any kind, and the beginning of a long one. */
const BOUND = Buffer.from('300c02010261070a010004000400', 'hex');
const LONG = Buffer.from('3084ffffff00', 'hex');

const sendEndlessly = (chunk: Buffer) => (connection: Socket) => {
  const send = () => {
    while (connection.writable && connection.write(chunk));
  };
  connection.on('drain', send);
  send();
};

test.each<[string, Misbehaviour]>([
  ['hangs', () => undefined],
  ['closes at once', (connection) => connection.destroy()],
  ['sends no LDAP', (connection) => connection.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['sends tiny messages without end', sendEndlessly(Buffer.concat(Array(10_000).fill(TINY)))],
  ['sends one message without end', sendEndlessly(Buffer.concat([LONG, Buffer.alloc(50_000)]))],
  ['accepts the reader and then hangs', (connection) => connection.write(BOUND)],
])('a directory that %s ends the sign-on with one sentence', async (_, misbehave) => {
  const { url } = await startDirectory('127.0.0.1', misbehave);
  await expect(check(url)).rejects.toMatchObject({
    status: 503,
    code: 'provider_unavailable',
    message: expect.stringMatching(/^KIIT can’t be reached right now\./),
  });
});

test('nothing secret is sent to a directory elsewhere that does not encrypt', async () => {
  const { url, hasHeard } = await startDirectory('127.0.0.2', (connection) => {
    connection.once('data', () =>
      connection.write(Buffer.from('300c02010278070a013504000400', 'hex')),
    );
  });
  await expect(check(url)).rejects.toMatchObject({ status: 403, code: 'sign_on_failed' });
  expect(hasHeard()).toContain('1.3.6.1.4.1.1466.20037');
  expect(hasHeard()).not.toContain(PASSWORD);
});

test('a directory is not asked about an empty password, with which it would sign anybody in', async () => {
  const { url, hasHeard } = await startDirectory('127.0.0.1', () => undefined);
  expect(await check(url, { userName: 'asha', password: '' })).toBeNull();
  expect(hasHeard()).toBe('');
});
