import { createHash } from 'node:crypto';
import { dataNotice, dataNotices } from '@vlabs/contract/privacy/data-notice-text';
import { expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeGuest, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { findRead, insertRead } from './data-requests.queries.ts';

const server = setUpServer();

const URL = '/api/v1/data-notice';
const { version } = dataNotice;

async function ask({ headers }: MadePerson) {
  const reply = await server.app.inject({ url: URL, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json().data;
}

const read = ({ headers }: MadePerson, payload: object) =>
  server.app.inject({ method: 'POST', url: `${URL}/read`, headers, payload });

/** The hash of each version's text. A published text never changes; a new text needs a new version. */
const texts = new Map([
  [1, 'a7e5e2d7a5057263ba268c747367ef3c3079d9924819d2964034a50593775332'],
  [2, 'c44a72bd4e3d0116c800ea8ed89a549ccba6f7e4e4c32f2b9855453619eb4828'],
]);

test('a version of the data notice always has the same text', () => {
  const hashes = dataNotices.map((notice) => {
    const { since, parts } = notice;
    const hash = createHash('sha256').update(JSON.stringify({ since, parts })).digest('hex');
    return [notice.version, hash] as const;
  });
  expect(hashes).toEqual([...texts]);
});

test.each([
  ['a student', makeStudent],
  ['a guest', makeGuest],
  ['an admin', makeAdmin],
])(
  '%s says once that they have read the data notice, and it is kept with its time',
  async (_who, make) => {
    const [person, other] = [await make(server.pool), await make(server.pool)];
    expect(await ask(person)).toEqual({ version, readAt: null, hasReadEarlier: false });
    const spoken = await read(person, { version });
    expect(spoken.statusCode).toBe(200);
    const { readAt } = spoken.json().data;
    expect(Date.parse(readAt)).toBeGreaterThan(0);
    expect(await ask(person)).toEqual({ version, readAt, hasReadEarlier: false });
    expect((await read(person, { version })).json().data).toEqual({
      version,
      readAt,
      hasReadEarlier: false,
    });
    expect(await ask(other)).toEqual({ version, readAt: null, hasReadEarlier: false });
  },
);

test('a version that there is not cannot be read', async () => {
  const student = await makeStudent(server.pool);
  const statuses = await Promise.all(
    [{ version: version + 1 }, { version: 0 }, { version: 1.5 }, { version: '1' }, {}].map(
      async (body) => (await read(student, body)).statusCode,
    ),
  );
  expect(statuses).toEqual([400, 400, 400, 400, 400]);
  expect(await ask(student)).toEqual({ version, readAt: null, hasReadEarlier: false });
});

test('who has read another version is asked again, and told where it was an earlier one', async () => {
  const [before, after] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  await insertRead(server.pool, before.id, version - 1);
  expect(await ask(before)).toEqual({ version, readAt: null, hasReadEarlier: true });
  // A newer server may already have recorded a newer version.
  await insertRead(server.pool, after.id, version + 1);
  expect(await ask(after)).toEqual({ version, readAt: null, hasReadEarlier: false });
});

test('who says so a hundred times at once has read it once', async () => {
  const student = await makeStudent(server.pool);
  const spoken = await Promise.all(Array.from({ length: 100 }, () => read(student, { version })));
  const times = spoken.flatMap((reply) =>
    reply.statusCode === 200 ? [reply.json().data.readAt] : [],
  );
  const kept = await findRead(server.pool, student.id, version);
  expect(times.length).toBeGreaterThan(0);
  expect(new Set(times)).toEqual(new Set([kept?.readAt?.toISOString()]));
});
