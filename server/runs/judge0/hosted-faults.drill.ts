import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { HostedJudge0 } from './hosted-judge0.ts';
import { nothing } from './hosted.setup.ts';
import { readAttributes } from './attributes.ts';

/*
 * A hosted Judge0 with typical service faults. It implements only the part of the protocol that is
 * needed; correct behaviour is tested against a second V-labs.
 */

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const noReply: Answer = () => undefined;
const reset: Answer = (response) => response.destroy();

const state = (id: number, rest: object = {}) => ({ ...nothing, status: { id }, ...rest });
const ACCEPTED = state(3, { stdout: btoa('hello'), time: '0.01', exit_code: 0 });
const made = reply(201, { token: 'a-token' });
const ended = reply(200, ACCEPTED);
const running = reply(200, state(2));

/** The replies to each method, in order; the last one repeats. */
let script: Record<'POST' | 'GET' | 'DELETE', Answer[]>;
let received: string[];
/** The IDs of its languages, and the language requests it received. */
let there = [50, 54, 62, 71];
const questions: string[] = [];

const hosted = createServer((request, response) => {
  const { method = '', url = '' } = request;
  if (url.startsWith('/languages')) {
    questions.push(url);
    const listed = there.map((id) => ({ id, name: 'Some 1' }));
    return reply(200, url === '/languages' ? listed : { name: 'Some 1' })(response, request);
  }
  received.push(method);
  const answers = method === 'POST' || method === 'DELETE' ? script[method] : script.GET;
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  return answer?.(response, request);
});
let url: string;
let server: TestApp;
let student: MadePerson;

beforeAll(async () => {
  hosted.listen(0, '127.0.0.1');
  await once(hosted, 'listening');
  const address = hosted.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen.');
  url = `http://127.0.0.1:${address.port}`;
  server = await makeTestApp({ environment: { VLABS_JUDGE0_URL: url } });
});
afterAll(async () => {
  await server.close();
  hosted.closeAllConnections();
  hosted.close();
});
beforeEach(async () => {
  script = { POST: [made], GET: [ended], DELETE: [reply(400, { error: 'delete not allowed' })] };
  received = [];
  student = await makeStudent(server.pool);
});

const PROGRAM = { source_code: 'print(1)', language_id: 71 };
async function post(payload: object = PROGRAM, query = '?wait=true') {
  const { headers } = student;
  const path = `/judge0/submissions${query}`;
  return (await server.app.inject({ method: 'POST', url: path, headers, payload })).json();
}

const count = (method: string) => received.filter((each) => each === method).length;

async function stopOne(deleting: Answer) {
  script = { ...script, GET: [running], DELETE: [deleting] };
  const { token } = await post(PROGRAM, '');
  await expect.poll(() => received).toContain('GET');
  const { headers } = student;
  await server.app.inject({ method: 'POST', url: `/api/v1/runs/${token}/stop`, headers });
  const path = `/judge0/submissions/${token}?fields=status,message`;
  expect(received.at(-1)).toBe('DELETE');
  return (await server.app.inject({ url: path, headers })).json();
}

const tooMany = (seconds: string) => reply(429, {}, { 'retry-after': seconds });

describe('a hosted Judge0', () => {
  test.each<[string, Answer[], Answer[], [posts: number, gets: number]]>([
    ['that has too many calls', [tooMany('1'), made], [ended], [2, 1]],
    ['whose queue is full', [reply(503, { error: 'queue is full' }), made], [ended], [2, 1]],
    ['that is down for a moment', [reset, reply(502, '<html>'), made], [ended], [3, 1]],
    ['that answers no JSON', [reply(201, '<html>'), made], [ended], [2, 1]],
    ['that answers without a token', [reply(201, { ok: true }), made], [ended], [2, 1]],
    ['that is asked too often', [made], [tooMany('1'), running, ended], [1, 3]],
    ['whose answers fail', [made], [reset, reply(500, ''), reply(200, '{'), ended], [1, 4]],
    ['that has forgotten the run', [made, made], [reply(404, ''), ended], [2, 2]],
  ])('%s still runs the program', async (_name, posts, gets, counts) => {
    script = { ...script, POST: posts, GET: gets };
    expect(await post()).toMatchObject({ status: { id: 3 }, stdout: 'hello' });
    expect([count('POST'), count('GET')]).toEqual(counts);
  });

  test.each<[string, Answer, string]>([
    [
      'that refuses the program says why',
      reply(422, { language_id: ["language with id 71 doesn't exist"] }),
      "The hosted Judge0 rejected this program: language_id language with id 71 doesn't exist.",
    ],
    [
      'that has moved says so',
      reply(301, '', { location: 'https://elsewhere.example.edu' }),
      'The hosted Judge0 has moved. Correct VLABS_JUDGE0_URL.',
    ],
    [
      'that does not take the key says so',
      reply(403, { message: 'You are not subscribed to this API.' }),
      'The hosted Judge0 rejected this installation’s key.',
    ],
  ])('%s, and is not asked again', async (_name, answer, message) => {
    script = { ...script, POST: [answer] };
    expect(await post()).toMatchObject({ status: { id: 13 }, message });
    expect(received).toEqual(['POST']);
  });

  test('that is silent is given up after a while, and the run may be given to it again', async () => {
    const judge0 = new HostedJudge0({ url, key: null, host: 'h', callTimeoutMs: 100 });
    const read = readAttributes(PROGRAM, { base64: false });
    if ('errors' in read) throw new Error('The program is valid.');
    const { signal } = new AbortController();
    script = { ...script, POST: [noReply] };
    const work = { signal, stop: signal, priority: 0, onEvent: () => {} };
    const run = judge0.runProgram(read.asked, work);
    await expect(run).rejects.toMatchObject({
      name: 'RunnerUnavailable',
      message: 'The hosted Judge0 does not answer in time.',
    });
    await judge0.close();
  });
});

describe('stopping a run at a hosted Judge0', () => {
  const status = { id: 12, description: 'Runtime Error (Other)' };

  test('ends it there if allowed', async () => {
    expect(await stopOne(reply(200, {}))).toEqual({ status, message: 'Stopped' });
  });

  test('ends it here and says so otherwise', async () => {
    const processing = 'submission cannot be deleted because its status is 2 (Processing)';
    expect(await stopOne(reply(400, { error: processing }))).toEqual({
      status,
      message: 'Stopped here; the hosted Judge0 may still run it to its own limits',
    });
  });
});

test('a hosted Judge0 is asked what it has as seldom as may be, and may lack a language', async () => {
  there = [71, 2];
  questions.length = 0;
  const other = await makeTestApp({ environment: { VLABS_JUDGE0_URL: url } });
  const { headers } = await makeStudent(other.pool);
  const ask = async (path: string) => (await other.app.inject({ url: path, headers })).json();
  expect(await ask('/judge0/languages')).toEqual([{ id: 71, name: 'Some 1' }]);
  expect((await ask('/api/v1/runs/availability')).data.available).toBe(true);
  expect(questions).toEqual(['/languages', '/languages/71']);
  await other.close();
  there = [1];
  const judge0 = new HostedJudge0({ url, key: null, host: 'h' });
  expect(await judge0.getAvailability()).toEqual({
    available: false,
    reason: 'The hosted Judge0 supports none of our languages.',
  });
  await judge0.close();
});

test('inputs after two minutes are not given to a hosted Judge0 any more', async () => {
  script = { ...script, GET: [reply(200, { ...ACCEPTED, wall_time: '61.0' })] };
  const inputs = [{ stdin: '1' }, { stdin: '2' }, { stdin: '3' }];
  const run = await post({ ...PROGRAM, inputs });
  expect(received.filter((method) => method === 'POST')).toHaveLength(2);
  expect(run).toMatchObject({
    status: { id: 5 },
    message: 'Time limit exceeded (the whole run)',
    results: [{ verdict: 'accepted' }, { verdict: 'accepted' }, { verdict: 'time_limit' }],
  });
});
