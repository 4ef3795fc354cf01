import { expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();

const drafts = '/api/v1/programs/drafts';
const versions = '/api/v1/programs/versions';

function get({ headers }: MadePerson, url: string) {
  return server.app.inject({ url, headers });
}

interface Typed {
  text: string;
  baseRevision: number;
  device?: string;
  assignment?: string;
  part?: string;
}

function type({ headers }: MadePerson, typed: Typed) {
  const { part = '54', device = 'laptop', assignment = '', ...rest } = typed;
  const payload = { ...rest, device, assignment };
  return server.app.inject({ method: 'PUT', url: `${drafts}/${part}`, headers, payload });
}

function save({ headers }: MadePerson, payload: Record<string, unknown>) {
  const version = { assignment: '', languageId: 54, ...payload };
  return server.app.inject({ method: 'POST', url: versions, headers, payload: version });
}

async function makeAssignment(): Promise<string> {
  const { headers } = await makeAdmin(server.pool);
  const payload = { assignment: 'Add two numbers.' };
  const url = '/api/v1/auth/create-assignment/';
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  return reply.json().data.id;
}

test('what was typed is kept for each language and each assignment, and counts its revisions', async () => {
  const student = await makeStudent(server.pool);
  const assignment = await makeAssignment();
  const first = await type(student, { text: 'int', baseRevision: 0 });
  expect(first.json().data).toMatchObject({ revision: 1 });
  const second = await type(student, { text: 'int main', baseRevision: 1 });
  expect(second.json().data).toMatchObject({ revision: 2 });
  await type(student, { text: '', baseRevision: 0, part: '71' });
  await type(student, { text: 'for homework', baseRevision: 0, assignment });

  const own = await get(student, drafts);
  expect(own.json().data).toMatchObject([
    { part: '54', revision: 2, text: 'int main' },
    { part: '71', revision: 1, text: '' },
  ]);
  const homework = await get(student, `${drafts}?assignment=${assignment}`);
  expect(homework.json().data).toMatchObject([{ part: '54', text: 'for homework' }]);
});

test('nobody sees or changes what another person types', async () => {
  const [one, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  await type(one, { text: 'mine', baseRevision: 0 });
  expect((await get(other, drafts)).json().data).toEqual([]);
  expect((await type(other, { text: 'theirs', baseRevision: 0 })).statusCode).toBe(200);
  expect((await get(one, drafts)).json().data).toMatchObject([{ text: 'mine' }]);
});

test('a device that has not seen what another one saved is told so, and nothing is overwritten', async () => {
  const student = await makeStudent(server.pool);
  await type(student, { text: 'first', baseRevision: 0, device: 'laptop' });
  await type(student, { text: 'from the phone', baseRevision: 1, device: 'phone' });
  const late = await type(student, { text: 'from the laptop', baseRevision: 1, device: 'laptop' });
  expect([late.statusCode, late.json().code]).toEqual([409, 'diverged']);
  expect((await get(student, drafts)).json().data).toMatchObject([
    { revision: 2, text: 'from the phone' },
  ]);
  const seenBy = async (device: string) =>
    (await get(student, `${drafts}?device=${device}`)).json().data[0].isFromThisDevice;
  expect([await seenBy('phone'), await seenBy('laptop')]).toEqual([true, false]);
  // The student has seen both and chooses.
  const chosen = await type(student, { text: 'both', baseRevision: 2, device: 'laptop' });
  expect(chosen.json().data).toMatchObject({ revision: 3 });
});

test('of two devices that save upon the same revision at once, exactly one is told to choose', async () => {
  const student = await makeStudent(server.pool);
  await type(student, { text: 'first', baseRevision: 0 });
  const replies = await Promise.all(
    ['one', 'two'].map((device) => type(student, { text: device, baseRevision: 1, device })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(
    [200, 409],
  );
});

test('a device whose reply was lost saves again without being told that it diverges', async () => {
  const student = await makeStudent(server.pool);
  await type(student, { text: 'first', baseRevision: 0 });
  const again = await type(student, { text: 'first', baseRevision: 0, device: 'other' });
  expect(again.json().data).toMatchObject({ revision: 1 });
  await type(student, { text: 'second', baseRevision: 1, device: 'other' });
  const later = await type(student, { text: 'third', baseRevision: 1, device: 'other' });
  expect(later.json().data).toMatchObject({ revision: 3 });
});

test('a draft that cannot be kept is refused with what is wrong', async () => {
  const student = await makeStudent(server.pool);
  const wrong = [
    { text: 'x'.repeat(1_000_001), baseRevision: 0 },
    { text: 'a\0b', baseRevision: 0 },
    { text: 'x', baseRevision: -1 },
    { text: 'x', baseRevision: 0, part: '99' },
    { text: 'x', baseRevision: 0, assignment: '../other' },
  ];
  for (const typed of wrong) expect((await type(student, typed)).statusCode).toBe(400);
  expect((await get(student, drafts)).json().data).toEqual([]);
});

test('Save keeps a version, and pressed twice the same one', async () => {
  const student = await makeStudent(server.pool);
  const first = await save(student, { text: 'a\nb' });
  expect(first.statusCode).toBe(201);
  expect(first.json().data).toMatchObject({ name: 'Version 1', languageId: 54, lineCount: 2 });
  const again = await Promise.all([1, 2, 3].map(() => save(student, { text: 'a\nb' })));
  const ids = new Set([first, ...again].map((reply) => reply.json().data.versionId));
  expect(ids.size).toBe(1);
  await save(student, { text: 'c' });
  await save(student, { text: 'a\nb', name: 'Back again' });
  const listed = await get(student, versions);
  const names = listed.json().data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Back again', 'Version 2', 'Version 1']);
});

test('a version is read, named and listed by its owner alone', async () => {
  const [owner, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const { versionId } = (await save(owner, { text: 'mine' })).json().data;
  const url = `${versions}/${versionId}`;
  const rename = (person: MadePerson, name: string) =>
    server.app.inject({ method: 'PUT', url, headers: person.headers, payload: { name } });

  expect((await get(owner, url)).json().data.text).toBe('mine');
  expect((await get(other, url)).statusCode).toBe(404);
  expect((await get(other, versions)).json().data).toEqual([]);
  expect((await rename(other, 'theirs')).statusCode).toBe(404);
  expect((await rename(owner, '  ')).json().message).toBe('Give the version a name.');
  expect((await rename(owner, ' before the lab ')).json().data.name).toBe('before the lab');
});

test('versions are listed fifty at a time, newest first', async () => {
  const student = await makeStudent(server.pool);
  for (let number = 1; number <= 52; number += 1) await save(student, { text: `${number}` });
  const page = (await get(student, versions)).json().data;
  expect(page).toHaveLength(50);
  expect(page[0].name).toBe('Version 52');
  const rest = await get(student, `${versions}?before=${page[49].versionId}`);
  expect(rest.json().data.map(({ name }: { name: string }) => name)).toEqual([
    'Version 2',
    'Version 1',
  ]);
});
