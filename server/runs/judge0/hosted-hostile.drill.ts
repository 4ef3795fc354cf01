import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type HostilePeer,
  type Hostility,
  answerWith,
  endlessBody,
  gigabyte,
  redirectTo,
  reset,
  silent,
  slowBody,
  slowHead,
  startHostilePeer,
} from '../../testing/peers/hostile-peer.ts';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { HostedJudge0 } from './hosted-judge0.ts';
import { nothing } from './hosted.setup.ts';
import { readAttributes } from './attributes.ts';

const KEY = 'the-key-that-nobody-else-may-know';
const MB = 1024 * 1024;

let peer: HostilePeer;
/** The target of a redirect. */
let elsewhere: HostilePeer;
let server: TestApp;
let student: MadePerson;
let logged = '';

beforeAll(async () => {
  [peer, elsewhere] = await Promise.all([startHostilePeer(), startHostilePeer()]);
  elsewhere.act(answerWith({ token: 'taken' }));
  const log = pino(
    new Writable({
      write(line, _encoding, done) {
        logged += String(line);
        done();
      },
    }),
  );
  const environment = { VLABS_JUDGE0_URL: peer.url, VLABS_JUDGE0_KEY: KEY };
  server = await makeTestApp({ environment, log });
});
afterAll(async () => {
  await server.close();
  await Promise.all([peer.stop(), elsewhere.stop()]);
});
beforeEach(async () => {
  logged = '';
  student = await makeStudent(server.pool);
});

const ACCEPTED = { ...nothing, status: { id: 3 }, stdout: btoa('hello') };

/** Its languages are valid, so that the later calls are reached. */
const judge0 =
  (posted: Hostility, looked: Hostility = answerWith(ACCEPTED)): Hostility =>
  (response, request) => {
    const { method, url = '' } = request;
    const sound = url === '/languages' ? [{ id: 71 }] : { name: 'Python 3' };
    if (url.startsWith('/languages')) return answerWith(sound)(response, request);
    return (method === 'POST' ? posted : looked)(response, request);
  };
const made = answerWith({ token: 'a-token' }, 201);

const PROGRAM = { source_code: 'print(1)', language_id: 71 };
async function execute(program: object = PROGRAM) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/judge0/submissions?wait=true',
    headers: student.headers,
    payload: program,
  });
  return reply.json();
}

/** Runs one program on it with short timeouts. */
async function runOnce(options: { callTimeoutMs?: number; timeoutMs?: number } = {}) {
  const judge = new HostedJudge0({
    url: peer.url,
    key: KEY,
    host: 'h',
    callTimeoutMs: 500,
    ...options,
  });
  const read = readAttributes(PROGRAM, { base64: false });
  if ('errors' in read) throw new Error('The program is valid.');
  const { signal } = new AbortController();
  const work = { signal, stop: signal, priority: 0, onEvent: () => undefined };
  try {
    return await judge.runProgram(read.asked, work);
  } catch (error) {
    return error;
  } finally {
    await judge.close();
  }
}

describe('a hosted Judge0 that takes its time', () => {
  test.each<[string, Hostility]>([
    ['says nothing', silent],
    ['sends its head letter by letter', slowHead],
    ['sends its body byte by byte', slowBody],
    ['breaks off', reset],
  ])('and %s is given up, and that is a fault that may pass', async (_name, hostility) => {
    for (const act of [hostility, judge0(hostility), judge0(made, hostility)]) {
      peer.act(act);
      expect(await runOnce()).toMatchObject({
        name: 'RunnerUnavailable',
        message: expect.stringMatching(/does not answer/),
      });
    }
  });

  test('and never ends a run gets one stop request, and not the run again', async () => {
    peer.act(judge0(made, answerWith({ ...nothing, status: { id: 2 } })));
    expect(await runOnce({ timeoutMs: 500 })).toMatchObject({
      name: 'RunnerRefusal',
      message: 'The hosted Judge0 did not end this program in time. Try again later.',
    });
    expect(peer.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a hosted Judge0 that sends too much', () => {
  const tooLarge = 'The hosted Judge0 sent a reply that is too large.';

  test.each<[string, Hostility]>([
    ['without end', endlessBody()],
    ['a gigabyte', gigabyte],
    ['an error without end', endlessBody('{"error": "', 422)],
  ])('%s, is read no further than a bound', async (_name, hostility) => {
    for (const act of [judge0(hostility), judge0(made, hostility)]) {
      peer.act(act);
      expect(await execute()).toMatchObject({ status: { id: 13 }, message: tooLarge });
      await expect.poll(() => peer.sentBytes()).toBeGreaterThan(0);
      expect(peer.sentBytes()).toBeLessThan(40 * MB);
      expect(peer.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
    }
  });

  test('leaves others unharmed: ten at once are held to the same bound', async () => {
    peer.act(judge0(made, gigabyte));
    const before = process.memoryUsage().rss;
    const runs = await Promise.all(
      Array.from({ length: 10 }, () => runOnce({ callTimeoutMs: 15_000 })),
    );
    expect(runs.every((run) => run instanceof Error && run.message === tooLarge)).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(800 * MB);
    const { statusCode } = await server.app.inject({ url: '/healthz' });
    expect(statusCode).toBe(200);
  });

  test('languages by the million are none', async () => {
    const many = `[${'{"id":71},'.repeat(200_000)}{"id":71}]`;
    peer.act(answerWith(many));
    const judge = new HostedJudge0({ url: peer.url, key: KEY, host: 'h' });
    const { available, reason } = await judge.getAvailability();
    expect([available, reason]).toEqual([false, tooLarge]);
    await judge.close();
  });

  test('words of error are cut', async () => {
    peer.act(judge0(answerWith({ source_code: ['x'.repeat(30_000)] }, 422)));
    const { message } = await execute();
    expect(message).toMatch(/^The hosted Judge0 rejected this program: source_code x+…\.$/);
    expect(message.length).toBeLessThan(600);
    peer.act(judge0(made, answerWith({ ...ACCEPTED, message: btoa('y'.repeat(MB)) })));
    expect((await execute()).message.length).toBeLessThan(2100);
  });
});

describe('a hosted Judge0 that sends elsewhere', () => {
  test.each([301, 302, 303, 307, 308])(
    'by %i is not followed, and its key stays',
    async (status) => {
      for (const location of [`${elsewhere.url}/submissions`, 'http://169.254.169.254/latest/']) {
        peer.act(judge0(redirectTo(location, status)));
        expect(await execute()).toMatchObject({
          status: { id: 13 },
          message: 'The hosted Judge0 has moved. Correct VLABS_JUDGE0_URL.',
        });
        expect(peer.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
      }
      expect(elsewhere.received).toEqual([]);
    },
  );

  test('with a cookie does not get it back', async () => {
    const cookie = { 'set-cookie': 'session=1; Path=/' };
    peer.act(judge0(answerWith({ token: 'a-token' }, 201, cookie)));
    expect(await execute()).toMatchObject({ status: { id: 3 }, stdout: 'hello' });
    expect(peer.received.some(({ headers }) => 'cookie' in headers)).toBe(false);
  });
});

describe('a hosted Judge0 that answers nonsense', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['a status that is none', { ...ACCEPTED, status: { id: 99 } }],
    ['a number that no program ends with', { ...ACCEPTED, exit_code: 2 ** 40 }],
    ['more memory than there is', { ...ACCEPTED, memory: 1e300 }],
    ['a time that is none', { ...ACCEPTED, time: 'soon' }],
    ['a run that was not asked for', { ...ACCEPTED, token: 'another' }],
    ['lists for texts', { ...ACCEPTED, stdout: [[[]]] }],
  ])('%s, gives no result', async (_name, body) => {
    peer.act(judge0(made, answerWith(body)));
    expect(await runOnce()).toMatchObject({
      name: 'RunnerUnavailable',
      message: expect.stringMatching(/invalid reply/),
    });
  });

  test.each([
    ['of the folder above', '..'],
    ['that leads elsewhere', '../admin'],
    ['with a slash', 'a/b'],
    ['of nothing', ''],
    ['of 5,000 letters', 'x'.repeat(5000)],
    ['of two lines', 'ä\n'],
  ])('a token %s, is not asked after', async (_name, token) => {
    peer.act(judge0(answerWith({ token }, 201)));
    expect(await runOnce()).toMatchObject({ name: 'RunnerUnavailable' });
    expect(peer.received.filter(({ path }) => !path.startsWith('/languages'))).toHaveLength(1);
  });

  test('one token for two runs, gives neither the other’s result', async () => {
    peer.act(judge0(made, answerWith({ ...nothing, status: { id: 2 } })));
    const judge = new HostedJudge0({ url: peer.url, key: KEY, host: 'h' });
    const read = readAttributes(PROGRAM, { base64: false });
    if ('errors' in read) throw new Error('The program is valid.');
    const end = new AbortController();
    const work = { signal: end.signal, stop: end.signal, priority: 0, onEvent: () => undefined };
    const first = judge.runProgram(read.asked, work).catch((error: unknown) => error);
    await expect
      .poll(() => peer.received.map(({ method, path }) => method + path))
      .toContainEqual(expect.stringContaining('GET/submissions/a-token'));
    await expect(judge.runProgram(read.asked, work)).rejects.toMatchObject({
      name: 'RunnerUnavailable',
      message: 'The hosted Judge0 returned the token of another run.',
    });
    end.abort();
    await first;
    await judge.close();
  });

  test('in base64 that is none, is shown as what can be read of it', async () => {
    peer.act(judge0(made, answerWith({ ...ACCEPTED, stdout: '%%%aGk=###', message: '\u0000' })));
    expect(await execute()).toMatchObject({ status: { id: 3 }, message: null });
  });
});

test('its key is in no message and no log, though it says the key itself', async () => {
  const refusal = { error: `the key ${KEY} is wrong`, [KEY]: ['x'] };
  for (const status of [400, 403, 422]) {
    peer.act(judge0(answerWith(refusal, status)));
    expect(JSON.stringify(await execute())).not.toContain(KEY);
  }
  peer.act(judge0(answerWith(`<h1>${KEY}</h1>`, 500)));
  const reply = await server.app.inject({
    method: 'POST',
    url: '/judge0/submissions',
    headers: student.headers,
    payload: PROGRAM,
  });
  await expect.poll(() => logged).toContain('is out of order');
  expect(logged).not.toContain(KEY);
  const url = `/api/v1/runs/${reply.json().token}/stop`;
  await server.app.inject({ method: 'POST', url, headers: student.headers });
});
