import { beforeAll, expect, test } from 'vitest';
import { joinClass, makeClass, makeStaff, makeTerm } from '../../testing/acts/make-class.ts';
import {
  type MadePerson,
  makeAdmin,
  makeGuest,
  makeListedStudent,
} from '../../testing/acts/make.ts';
import { HEADINGS, lineOf, previewList, storeList } from '../../testing/acts/student-lists.ts';
import { setUpServer } from '../../testing/server.setup.ts';

let admin: MadePerson;
let teacher: MadePerson;
let students: MadePerson[];
let termId: string;
let count = 0;

const server = setUpServer();
beforeAll(async () => {
  const { pool } = server;
  [admin, teacher] = [await makeAdmin(pool), await makeStaff(pool)];
  // Of several current terms, the one that began last applies.
  termId = await makeTerm(pool, 0, 100);
  students = [];
  for (let made = 0; made < 4; made += 1) students.push(await makeListedStudent(pool));
});

const idOf = (place: number): string => students[place]?.id ?? '';

async function classWithCode(state = 'open', code = `C${(count += 1)}`) {
  const { classId } = await makeClass(server.pool, admin);
  await server.pool.query('update classes set code = $2, state = $3, term_id = $4 where id = $1', [
    classId,
    code,
    state,
    termId,
  ]);
  return { classId, code };
}

const list = (...lines: string[]) => ['Roll no,Class code,Section,Role', ...lines].join('\r\n');

async function upload(file: string, more: object = {}) {
  const link = await storeList(server.app, file, { admin });
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/uploadall',
    headers: admin.headers,
    payload: { 'student-file': link, ...more },
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Current members of a class with role, source and sections. */
async function membersOf(classId: string) {
  const { rows } = await server.pool.query<{ text: string }>(
    `select concat_ws(' ', person_id, role, source, (
       select string_agg(name, '+' order by name) from member_sections own
       join sections on sections.id = own.section_id
       where own.class_id = member.class_id and own.person_id = member.person_id)) as text
     from class_members member where class_id = $1 and left_at is null order by 1`,
    [classId],
  );
  return rows.map(({ text }) => text);
}

const sorted = (...texts: string[]) => texts.toSorted((one, other) => (one < other ? -1 : 1));

test('a list says who is in which class, as what and in which section, and makes the sections', async () => {
  const [one, other] = [await classWithCode(), await classWithCode()];
  const file = list(
    `${idOf(0)},${one.code},1,`,
    `${idOf(0)},${one.code},Lab,student`,
    `${idOf(0).toUpperCase()},${other.code.toLowerCase()},,`,
    `${idOf(1)},${one.code},Evening,Assistant`,
    `${teacher.id},${one.code},,OWNER`,
  );
  const preview = await previewList(server.app, file, { admin });
  expect(preview.body.data).toMatchObject({
    added: 4,
    changed: 0,
    unchanged: 0,
    problems: [],
    ofMembers: { missing: 0, byLists: 0, areMany: false },
  });
  expect(await membersOf(one.classId)).toEqual([]);
  const done = await upload(file);
  expect(done).toMatchObject({ status: 200, body: { data: { added: 4, state: 'done' } } });
  expect(await membersOf(one.classId)).toEqual(
    sorted(
      `${idOf(0)} student list 1+Lab`,
      `${idOf(1)} assistant list Evening`,
      `${teacher.id} owner list`,
    ),
  );
  expect(await membersOf(other.classId)).toEqual([`${idOf(0)} student list`]);
  const again = await upload(file);
  expect(again.body.data).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
});

test('of lines at fault each is named, and the others are written', async () => {
  const [open, archived] = [await classWithCode(), await classWithCode('archived')];
  const guest = await makeGuest(server.pool);
  const file = list(
    `${idOf(0)},${open.code},,`,
    `nobody,${open.code},,`,
    `${idOf(1)},NOSUCH,,`,
    `${idOf(1)},${archived.code},,`,
    `${guest.id},${open.code},,`,
    `${teacher.id},${open.code},,`,
    `${idOf(2)},${open.code},,teacher`,
    `${idOf(2)},${open.code},,dean`,
    `${idOf(3)},${open.code},,student`,
    `${idOf(3)},${open.code},,assistant`,
    `,${open.code},,`,
    `${idOf(1)},,,`,
  );
  const { body } = await upload(file);
  expect(body.data).toMatchObject({ added: 1, changed: 0, unchanged: 0 });
  const reported = body.data.problems.map(
    ({ line, message }: { line: number; message: string }) => `${line} ${message}`,
  );
  expect(reported).toEqual([
    '3 Nobody has this roll number.',
    '4 No class of this term has this code.',
    '5 The class with this code is archived.',
    '6 They are a guest. Confirm them first.',
    '7 They are staff, not a student. Say what they are in the class.',
    '8 They are a student, so they can assist but not teach.',
    '9 Enter owner, teacher, assistant or student, or leave it empty.',
    '10 They stand on another line with another role in this class.',
    '11 They stand on another line with another role in this class.',
    expect.stringMatching(/^12 /),
    '13 Class code is empty. Fill it in.',
  ]);
  expect(await membersOf(open.classId)).toEqual([`${idOf(0)} student list`]);
});

test('a list changes and ends what lists made, and never what was made by hand', async () => {
  const { classId, code } = await classWithCode();
  await joinClass(server.pool, { classId }, { id: idOf(3) }, { role: 'assistant' });
  await upload(list(`${idOf(0)},${code},1,`, `${idOf(1)},${code},1,`, `${idOf(2)},${code},,`));
  const next = list(
    `${idOf(0)},${code},2,`,
    `${idOf(1)},${code},,assistant`,
    `${idOf(3)},${code},,student`,
  );
  const preview = await previewList(server.app, next, { admin });
  expect(preview.body.data).toMatchObject({
    changed: 2,
    ofMembers: { missing: 1, byLists: 3, areMany: true },
    problems: [{ line: 4, message: expect.stringContaining('by hand') }],
  });
  const kept = await upload(next);
  expect(kept.body.data).toMatchObject({ added: 0, changed: 2, unchanged: 0 });
  const before = sorted(
    `${idOf(0)} student list 2`,
    `${idOf(1)} assistant list 1`,
    `${idOf(2)} student list`,
    `${idOf(3)} assistant hand`,
  );
  expect(await membersOf(classId)).toEqual(before);
  const refused = await upload(next, { endsMissing: true });
  expect(refused).toMatchObject({ status: 400, body: { code: 'ends_many' } });
  expect(await membersOf(classId)).toEqual(before);
  await upload(next, { endsMissing: true, endsMany: true });
  expect(await membersOf(classId)).toEqual(before.filter((text) => !text.startsWith(idOf(2))));
  // Listing a former member adds them again.
  const back = await upload(list(`${idOf(2)},${code},,`));
  expect(back.body.data).toMatchObject({ added: 1 });
  expect(await membersOf(classId)).toContain(`${idOf(2)} student list`);
});

test('the last owner stays one, whatever a list says', async () => {
  const { classId, code } = await classWithCode();
  await upload(list(`${teacher.id},${code},,owner`));
  const { body } = await upload(list(`${teacher.id},${code},,assistant`));
  expect(body.data.problems).toMatchObject([{ message: expect.stringContaining('last owner') }]);
  expect(await membersOf(classId)).toEqual([`${teacher.id} owner list`]);

  const withoutOwner = list(`${idOf(0)},${code},,`);
  const preview = await previewList(server.app, withoutOwner, { admin });
  expect(preview.body.data.ofMembers).toMatchObject({ missing: 0, byLists: 1 });
  await upload(withoutOwner, { endsMissing: true, endsMany: true });
  expect(await membersOf(classId)).toContain(`${teacher.id} owner list`);
});

test('two owners do not go by one list, unless it names another owner', async () => {
  const { classId, code } = await classWithCode();
  const [second, third] = [await makeStaff(server.pool), await makeStaff(server.pool)];
  await upload(list(`${teacher.id},${code},,owner`, `${second.id},${code},,owner`));
  const owners = sorted(`${teacher.id} owner list`, `${second.id} owner list`);

  const down = await upload(
    list(`${teacher.id},${code},,teacher`, `${second.id},${code},,assistant`),
  );
  expect(down.body.data).toMatchObject({ changed: 0, problems: [{ line: 2 }, { line: 3 }] });
  expect(await membersOf(classId)).toEqual(owners);

  const one = list(`${teacher.id},${code},,teacher`);
  await upload(one, { endsMissing: true, endsMany: true });
  expect(await membersOf(classId)).toEqual(
    sorted(`${teacher.id} teacher list`, `${second.id} owner list`),
  );

  const other = list(`${teacher.id},${code},,teacher`, `${third.id},${code},,owner`);
  await upload(other, { endsMissing: true, endsMany: true });
  expect(await membersOf(classId)).toEqual(
    sorted(`${teacher.id} teacher list`, `${third.id} owner list`),
  );
});

test('an owner who cannot sign in does not count as the one who stays', async () => {
  const { classId, code } = await classWithCode();
  const disabled = await makeStaff(server.pool);
  await upload(list(`${teacher.id},${code},,owner`, `${disabled.id},${code},,owner`));
  await server.pool.query('update people set disabled_at = now() where id = $1', [disabled.id]);
  const { body } = await upload(list(`${teacher.id},${code},,teacher`));
  expect(body.data.problems).toMatchObject([{ message: expect.stringContaining('last owner') }]);
  expect(await membersOf(classId)).toContain(`${teacher.id} owner list`);
});

test('what a teacher changed by hand no list changes back', async () => {
  const { classId, code } = await classWithCode();
  const file = list(`${idOf(0)},${code},1,`, `${idOf(1)},${code},1,`, `${idOf(2)},${code},1,`);
  await upload(file);
  const { rows } = await server.pool.query<{ id: string }>(
    `select id from sections where class_id = $1 and name = '2'`,
    [classId],
  );
  const change = (personId: string, body: object) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1/classes/${classId}/members`,
      headers: admin.headers,
      payload: { personIds: [personId], ...body },
    });
  await change(idOf(0), { role: 'assistant' });
  await change(idOf(1), { role: 'student', sections: [rows[0]?.id] });
  const now = sorted(
    `${idOf(0)} assistant hand`,
    `${idOf(1)} student hand 2`,
    `${idOf(2)} student list 1`,
  );
  expect(await membersOf(classId)).toEqual(now);
  const again = await upload(file);
  expect(again.body.data.problems).toMatchObject([
    { line: 2, message: expect.stringContaining('by hand') },
  ]);
  expect(await membersOf(classId)).toEqual(now);
});

test('a class list with columns for class, section and role puts its students into classes', async () => {
  const { classId, code } = await classWithCode();
  // The guest becomes a student through the list.
  const guest = await makeGuest(server.pool);
  const file = `${HEADINGS.join(',')},Class code,Section\n${lineOf('M0001')},${code},B 2\n${lineOf('M0002')},NOSUCH,\n${lineOf('M0003')},,\n${lineOf(guest.id).replace(/@x/, '@example')},${code},\n`;
  const problems = [{ line: 3, message: 'No class of this term has this code.' }];
  const preview = async () => (await previewList(server.app, file, { admin })).body.data;
  expect(await preview()).toMatchObject({ problems: [], inClasses: { added: 2, problems } });
  const { body } = await upload(file);
  expect(body.data).toMatchObject({ problems });
  const members = [`${guest.id} student list`, 'M0001 student list B 2'];
  expect(await membersOf(classId)).toEqual(sorted(...members));
  expect(await preview()).toMatchObject({ unchanged: 4, inClasses: { unchanged: 2, problems } });
  // A skipped line does not end the membership: such a list removes nobody.
  const spoilt = file.replace(lineOf('M0001'), lineOf('M0001').replace('@', ''));
  await upload(spoilt, { endsMissing: true, endsMany: true });
  expect(await membersOf(classId)).toEqual(sorted(...members));
});

test('an import tells how far it is, and one that is stopped leaves nothing behind', async () => {
  const { classId, code } = await classWithCode();
  const lines = Array.from({ length: 12_000 }, (_, line) => `${idOf(line % 4)},${code},,`);
  const client = await server.pool.connect();
  // Locks the class, so that the import waits after reading its lines.
  await client.query('begin');
  await client.query('select from classes where id = $1 for update', [classId]);
  const { importId } = (await upload(list(...lines), { wait: false })).body.data;
  const url = `/api/v1/student-imports/${importId}`;
  const { headers } = admin;
  const shown = async () => (await server.app.inject({ url, headers })).json().data;
  await expect.poll(shown).toMatchObject({ state: 'running', rowsDone: 10_000, rowsTotal: 12_000 });
  const stopped = await server.app.inject({ method: 'POST', url: `${url}/cancel`, headers });
  expect(stopped.statusCode).toBe(200);
  await client.query('rollback');
  client.release();
  await expect.poll(async () => (await shown()).state).toBe('cancelled');
  expect(await membersOf(classId)).toEqual([]);
  const whole = await upload(list(...lines));
  expect(whole.body.data).toMatchObject({ added: 4, rowsDone: 12_000 });
});

test('of very many lines at fault the first are told, and the others counted', async () => {
  const file = list(...Array.from({ length: 1500 }, () => ',X,,'));
  const { body } = await previewList(server.app, file, { admin });
  expect(body.data.problems).toHaveLength(1000);
});
