import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { RESULT, type Who, addressOf, makeClassWork } from '../../testing/acts/make-class-work.ts';
import { makeAdmin } from '../../testing/acts/make.ts';
import { setUpServer } from '../../testing/server.setup.ts';

const endpoints = new Map<string, Endpoint>();
let work: Awaited<ReturnType<typeof makeClassWork>>;

const server = setUpServer({
  onRoute: ({ url, config }) => {
    const { endpoint } = config ?? {};
    if (endpoint) endpoints.set(`${endpoint.method} ${url}`, endpoint);
  },
});
beforeAll(async () => {
  work = await makeClassWork(server);
});

/** Alternative spellings of a value, most of which a schema or the database treats as equal. */
const spellingsOf = (value: string): string[] => [
  ...[' ', '\t', '\n', '\u00a0', '\u2003', '\u2028', '\ufeff'].flatMap((blank) => [
    `${value}${blank}`,
    `${blank}${value}`,
  ]),
  value.toUpperCase(),
  value.toLowerCase(),
  `{${value}}`,
  value.replaceAll('-', ''),
];

/** Whether the call's schemas read both spellings as the same value. */
function readsTheSame({ params, query, path }: Endpoint, name: string, spelled: string) {
  const part = path.includes(`:${name}`) ? params : query;
  const read = (value: string) => {
    const result = part.safeParse({ ...work.params, [name]: value });
    return result.success ? JSON.stringify(result.data).toLowerCase() : null;
  };
  return read(spelled) !== null && read(spelled) === read(work.params[name] ?? '');
}

const isAboutAClass = ({ right, path }: Endpoint) =>
  typeof right === 'object' && right.of !== 'list' && !path.endsWith('/events');

/** What the address of a call names: in its path, and for a result in its query. */
const namedBy = ({ method, path }: Endpoint): string[] => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  ...(`${method} ${path}` === RESULT ? ['userId'] : []),
];

function getEndpoint(name: string): Endpoint {
  const found = endpoints.get(name);
  if (!found) throw new Error(`There is no call ${name}.`);
  return found;
}

function ask(
  one: Endpoint,
  who: Who,
  spelled: Record<string, string> = {},
  // An invalid body, so that the call has no effect.
  payload: object = [],
) {
  return server.app.inject({
    method: one.method,
    url: addressOf(one, { ...work.params, ...spelled }),
    headers: work.people[who].headers,
    ...(one.method !== 'GET' && { payload }),
  });
}

/** All other spellings of all values in the address of a call. */
const spellingsFor = (one: Endpoint) =>
  namedBy(one).flatMap((name) =>
    spellingsOf(work.params[name] ?? '').map((spelled) => {
      const isSame = readsTheSame(one, name, spelled);
      return { name, spelled, isSame };
    }),
  );

/** Calls that are answered although the plain spelling is refused. */
async function listAnswered(one: Endpoint, who: Who): Promise<{ tried: number; wrong: string[] }> {
  const spellings = spellingsFor(one).filter(({ isSame }) => isSame || one.method === 'GET');
  const wrong: string[] = [];
  for (const { name, spelled, isSame } of spellings) {
    const { statusCode, body } = await ask(one, who, { [name]: spelled });
    const isRefused = isSame ? statusCode === 403 : statusCode >= 400 && statusCode < 500;
    if (isRefused) continue;
    const call = `${one.method} ${one.path} as ${who} with ${JSON.stringify(spelled)}`;
    wrong.push(`${call}: ${statusCode} ${body.slice(0, 100)}`);
  }
  return { tried: spellings.length, wrong };
}

test('a caller who is refused is refused under every other spelling too', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const one of [...endpoints.values()].filter(isAboutAClass)) {
    for (const who of ['assistant of another section', 'staff of another class'] as const) {
      if ((await ask(one, who)).statusCode !== 403) continue;
      const found = await listAnswered(one, who);
      tried += found.tried;
      wrong.push(...found.wrong);
    }
  }
  expect(tried).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test('an assistant is refused an unknown student like a student of another section', async () => {
  for (const [name, spelled] of [
    ['GET /api/v1/auth/quiz/:uniqueId/attempts/:userId/timeline', { userId: 'NOBODY-1' }],
    ['GET /api/v1/assignments/:id/hand-ins/:studentId', { studentId: 'NOBODY-1' }],
  ] as const) {
    const asked = (who: Who) => ask(getEndpoint(name), who, spelled);
    expect((await asked('assistant of another section')).statusCode).toBe(403);
    expect((await asked('owner')).statusCode).toBe(404);
  }
});

test('staff are refused an unknown student like a student of another class', async () => {
  const page = getEndpoint('GET /api/v1/students/:rollNumber/as-student');
  const extend = getEndpoint('POST /api/v1/auth/quiz/:uniqueId/extensions');
  for (const one of ['NOBODY-1', work.params.userId]) {
    const stranger = await ask(page, 'staff of another class', { rollNumber: one ?? '' });
    expect(stranger.statusCode).toBe(403);
    const given = { userIds: [one], minutes: 5, reason: 'Ill' };
    const assistant = await ask(extend, 'assistant of another section', {}, given);
    expect(assistant.statusCode).toBe(403);
  }
});

test('a campus admin leaves the same audit line under every spelling of a roll number', async () => {
  for (const name of [
    'GET /api/v1/auth/quiz/:uniqueId/attempts/:userId/timeline',
    'GET /api/v1/auth/quiz/:uniqueId/status/:userId',
    RESULT,
    'GET /api/v1/assignments/:id/hand-ins/:studentId',
    'GET /api/v1/hand-ins/:handInId/tests',
  ]) {
    const one = getEndpoint(name);
    for (const { name: named, spelled, isSame } of spellingsFor(one)) {
      if (!isSame) continue;
      const looking = await makeAdmin(server.pool);
      const url = addressOf(one, { ...work.params, [named]: spelled });
      await server.app.inject({ url, headers: looking.headers });
      const log = `/api/v1/audit/lines?action=see-work&person=${looking.id}`;
      const reply = await server.app.inject({ url: log, headers: work.admin.headers });
      const { lines } = reply.json().data;
      expect(lines, `${name} with ${JSON.stringify(spelled)}`).toHaveLength(1);
    }
  }
});
