import { Writable } from 'node:stream';
import { DraftEvent } from '@vlabs/contract/question-drafts/question-drafts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeReply } from '../testing/peers/fake-assistant.ts';
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
} from '../testing/peers/hostile-peer.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { readEvents } from '../testing/acts/read-events.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const KEY = 'the-key-that-nobody-else-may-know';
const MB = 1024 * 1024;
const STREAM = { 'content-type': 'text/event-stream' };

let peer: HostilePeer;
let elsewhere: HostilePeer;
let logged = '';
const logStream = new Writable({
  write(line, _encoding, done) {
    logged += String(line);
    done();
  },
});

beforeAll(async () => {
  [peer, elsewhere] = await Promise.all([startHostilePeer(), startHostilePeer()]);
});
afterAll(() => Promise.all([peer.stop(), elsewhere.stop()]));

/** A piece of text in the format of each service. */
const asGemini = (text: string) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] })}\n\n`;
const asOpenAi = (content: string) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })}\n\n`;

describe.each([
  ['Gemini', { GEMINI_API_KEY: KEY }, '/v1beta', asGemini],
  [
    'an OpenAI-compatible service',
    { VLABS_AI_PROVIDER: 'openai-compatible', VLABS_AI_KEY: KEY, VLABS_AI_MODEL: 'm' },
    '/v1',
    asOpenAi,
  ],
])('%s that means harm', (_name, settings, base, asPiece) => {
  let server: TestApp;
  let admin: MadePerson;
  let student: MadePerson;

  beforeAll(async () => {
    const environment = {
      ...settings,
      VLABS_AI_BASE_URL: `${peer.url}${base}`,
      VLABS_AI_SECONDS: '2',
      LOG_LEVEL: 'warn',
    };
    server = await makeTestApp({ environment, logStream });
    admin = await makeAdmin(server.pool);
    student = await makeStudent(server.pool);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    logged = '';
  });

  async function draft(hostility: Hostility): Promise<DraftEvent[]> {
    peer.act(hostility);
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v1/question-drafts',
      headers: admin.headers,
      payload: { count: 3, subject: 'C', topic: 'Loops' },
    });
    return readEvents(reply.body).map(({ data }) => DraftEvent.parse(JSON.parse(data)));
  }
  async function failureOf(hostility: Hostility): Promise<string> {
    const last = (await draft(hostility)).at(-1);
    return last?.event === 'failed' ? last.reason : JSON.stringify(last);
  }

  test.each<[string, Hostility]>([
    ['says nothing', silent],
    ['sends its head letter by letter', slowHead],
    ['sends its body byte by byte', slowBody],
  ])('and %s is given up after its time', async (_kind, hostility) => {
    expect(await failureOf(hostility)).toBe(
      'The AI service did not finish within 2 s. Ask for fewer questions, or try again.',
    );
  });

  test.each<[string, Hostility]>([
    ['a line without end', endlessBody('data: "', 200, 'text/event-stream')],
    ['a gigabyte', gigabyte],
    ['an error without end', endlessBody('{"error":"', 400)],
    ['a page of another kind without end', endlessBody('<html>', 200, 'text/html')],
  ])(
    'and sends %s is read to a bound, and others are served meanwhile',
    async (_kind, hostility) => {
      const failed = failureOf(hostility);
      const url = '/api/v1/programs/versions';
      expect((await server.app.inject({ url, headers: student.headers })).statusCode).toBe(200);
      expect(await failed).toMatch(/^The (AI service|reply) .+\.$/);
      await expect.poll(() => peer.sentBytes()).toBeGreaterThan(0);
      expect(peer.sentBytes()).toBeLessThan(40 * MB);
    },
  );

  test('and sends its reply without end is read to a million characters', async () => {
    const text = 'x'.repeat(10_000);
    const events = await draft((response) => {
      response.writeHead(200, STREAM);
      response.write(asPiece('{"questions":{"1":{"a":"'));
      const more = (): void => {
        while (!response.destroyed && response.write(asPiece(text)));
      };
      response.on('drain', more);
      more();
    });
    expect(events.at(-1)).toMatchObject({ event: 'failed', code: 'invalid_reply' });
    await expect.poll(() => peer.sentBytes()).toBeGreaterThan(0);
    expect(peer.sentBytes()).toBeLessThan(40 * MB);
  });

  test('and sends a long reply character by character causes few progress events', async () => {
    const pieces = `${asPiece(`{"questions":{"1":{"a":"${'x'.repeat(200_000)}`)}${asPiece('y').repeat(20_000)}`;
    const events = await draft(answerWith(pieces, 200, STREAM));
    expect(events.length).toBeLessThan(2000);
    expect(events.at(-1)).toMatchObject({ event: 'failed' });
  });

  test('and sends questions by the thousand causes few rejections', async () => {
    const reply = asPiece(`{"questions":[${'{},'.repeat(50_000)}{}]}`);
    const events = await draft(answerWith(reply, 200, STREAM));
    expect(events.filter(({ event }) => event === 'refused')).toHaveLength(200);
  });

  test.each([301, 302, 307, 308])('and sends elsewhere by %i is not followed', async (status) => {
    elsewhere.act(answerWith(asPiece(writeReply(3)), 200, STREAM));
    const targets = [
      `${elsewhere.url}/v1beta`,
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ];
    for (const target of targets) {
      expect(await failureOf(redirectTo(target, status))).toBe(
        `The AI service has moved (${status}). Ask the operator of V-labs to correct its address.`,
      );
    }
    expect(elsewhere.received).toEqual([]);
  });

  test.each<[string, Hostility, RegExp]>([
    ['breaks off', reset, /^The AI service(’s reply was interrupted| can’t be reached)/],
    ['sends a page', answerWith('<html>', 200, { 'content-type': 'text/html' }), /^The (reply|AI)/],
    ['sends no text', answerWith('data: {"candidates":7}\n\n', 200, STREAM), /^The (reply|AI)/],
    ['sends a list for a text', answerWith([[[]]]), /^The (reply|AI)/],
  ])('and %s fails with a plain sentence', async (_kind, hostility, sentence) => {
    expect(await failureOf(hostility)).toMatch(sentence);
  });

  test('and says the key finds it in no message and no log, and cookies are not sent back', async () => {
    const reply = { error: { message: `the key ${KEY} is wrong`, code: 400, status: KEY } };
    for (const status of [400, 403, 500]) {
      const events = await draft(answerWith(reply, status, { 'set-cookie': 'a=b' }));
      expect(events.at(-1)).toMatchObject({ event: 'failed' });
      expect(JSON.stringify(events)).not.toContain(KEY);
    }
    expect(logged).toContain('Could not draft questions.');
    expect(logged).not.toContain(KEY);
    expect(peer.received.some(({ headers }) => 'cookie' in headers)).toBe(false);
  });
});
