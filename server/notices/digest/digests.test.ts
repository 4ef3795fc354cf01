import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { setUpMail } from '../../mail/mail.setup.ts';
import { mixedSettings } from '../../testing/acts/mixed-quiz.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { bringJob } from '../../testing/database/time-travel.queries.ts';
import { beforeTests } from '../../testing/server.setup.ts';
import { makeSecondServer } from '../../testing/test-app.ts';
import { TestClock } from '../../testing/test-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = new TestClock();
const environment = { VLABS_MAIL_PER_MINUTE: '10000' };
const { mails, server } = setUpMail({ clock, environment });
const admin = beforeTests(() => makeAdmin(server.pool));
let student: MadePerson;
let course: string;
let courses = 0;
let today = Date.parse(`${new Date().toISOString().slice(0, 10)}T06:00:00+05:30`);

beforeEach(async () => {
  // No test meets another's day.
  today += 2 * DAY_MS;
  clock.set(today);
  courses += 1;
  course = `Course ${courses}`;
  student = await makeListedStudent(server.pool, { course });
  await server.pool.query('update people set email_verified_at = now() where id = $1', [
    student.id,
  ]);
});

const at = (time: string, days = 0) => clock.set(Date.parse(`${dayAfter(days)}T${time}:00+05:30`));
const dayAfter = (days: number) =>
  new Date(today + days * DAY_MS + 5.5 * HOUR_MS).toISOString().slice(0, 10);

const choose = (isWanted: boolean, { headers } = student) =>
  server.app.inject({
    method: 'PUT',
    url: '/api/v1/notices/digest',
    headers,
    payload: { isWanted },
  });
const isWanted = async ({ headers } = student) =>
  (await server.app.inject({ url: '/api/v1/notices/digest', headers })).json().data.isWanted;

async function makeAssignment(title: string, to = course): Promise<string> {
  const audience = { everyone: false, courses: [to] };
  const payload = { assignment: 'Add.', title, status: 'Pending', audience };
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/create-assignment',
    headers: admin.headers,
    payload,
  });
  expect(reply.statusCode).toBe(201);
  const { id } = reply.json().data;
  // The test's clock is not the database's.
  await server.pool.query('update work_changes set at = $2 where work_id = $1', [
    id,
    new Date(clock.nowMs()),
  ]);
  return String(id);
}

async function startSecond(): Promise<void> {
  const settings = { ...mails.environment, ...environment };
  const second = await makeSecondServer(server, { clock, environment: settings });
  onTestFinished(() => second.close());
}

/** Runs the day's job, and waits until all mails are sent. */
async function runDay() {
  await bringJob(server.pool, 'mail-digests');
  await settle();
  return mails.received.map(({ to, message }) => ({ to, message, text: message.text ?? '' }));
}
const settle = () =>
  vi.waitFor(async () => {
    const jobs = `
      select from graphile_worker.jobs
      where key like 'mail %' or (key = 'mail-digests' and run_at <= now())
    `;
    expect((await server.pool.query(jobs)).rowCount).toBe(0);
  }, PATIENTLY);

afterEach(async () => {
  await server.pool.query('delete from digests');
  await settle();
});

test('nobody gets a daily mail without having chosen it', async () => {
  expect(await isWanted()).toBe(false);
  await makeAssignment('Sums');
  at('07:00');
  expect(await runDay()).toEqual([]);
});

test('at seven, a student who chose it gets one mail with what is new, and none without news', async () => {
  await makeAssignment('Before the choice');
  clock.pass(60_000);
  expect((await choose(true)).statusCode).toBe(200);
  expect(await isWanted()).toBe(true);
  clock.pass(60_000);
  await makeAssignment('Sums');
  at('06:59');
  expect(await runDay()).toEqual([]);
  at('07:00');
  const [mail, ...others] = await runDay();
  expect(others).toEqual([]);
  expect(mail?.to).toEqual([student.email]);
  expect(mail?.message.subject).toBe('1 new notice at V-labs');
  expect(mail?.text).toContain('- New assignment: Sums');
  expect(mail?.text).not.toContain('Before the choice');
  at('07:00', 1);
  expect(await runDay()).toHaveLength(1);
});

test('a server that was down at seven sends when it is back on that day, and not twice', async () => {
  await choose(true);
  clock.pass(60_000);
  await makeAssignment('Sums');
  at('15:30');
  await startSecond();
  await settle();
  expect(mails.received).toHaveLength(1);
  clock.pass(60_000);
  await makeAssignment('Later');
  clock.pass(60_000);
  expect(await runDay()).toHaveLength(1);
  at('03:00', 1);
  expect(await runDay()).toHaveLength(1);
  at('07:00', 1);
  const received = await runDay();
  expect(received).toHaveLength(2);
  expect(received[1]?.text).toContain('Later');
  expect(received[1]?.text).not.toContain('Sums');
});

test('a student who chooses it after seven gets the first one on the next day', async () => {
  at('09:00');
  await choose(true);
  clock.pass(60_000);
  await makeAssignment('Sums');
  clock.pass(60_000);
  expect(await runDay()).toEqual([]);
  at('07:00', 1);
  expect(await runDay()).toHaveLength(1);
});

test('what was read, withdrawn, or is for others is not in the mail', async () => {
  await choose(true);
  clock.pass(60_000);
  await makeAssignment('Read');
  const { notices } = (
    await server.app.inject({ url: '/api/v1/notices', headers: student.headers })
  ).json().data;
  await server.app.inject({
    method: 'POST',
    url: '/api/v1/notices/read',
    headers: student.headers,
    payload: { names: notices.map(({ name }: { name: string }) => name) },
  });
  await makeAssignment('For others', 'Another course');
  const id = await makeAssignment('Taken back');
  const withdrawn = await server.app.inject({
    method: 'POST',
    url: `/api/v1/assignments/${id}/status`,
    headers: admin.headers,
    payload: { status: 'withdrawn' },
  });
  expect(withdrawn.statusCode).toBe(200);
  await makeAssignment('Open');
  at('07:00');
  const [mail] = await runDay();
  expect(mail?.text).toContain('- New assignment: Open');
  expect(mail?.text).not.toMatch(/Read|For others|New assignment: Taken back/);
});

test.each([
  ['not verified', 'email_verified_at = null'],
  ['refused', 'email_refused_at = now()'],
])('an address that is %s gets no mail', async (_, change) => {
  await choose(true);
  clock.pass(60_000);
  await makeAssignment('Sums');
  await server.pool.query(`update people set ${change} where id = $1`, [student.id]);
  at('07:00');
  expect(await runDay()).toEqual([]);
});

test('more than 50 notices are cut, and a title cannot write a line of its own', async () => {
  await choose(true);
  clock.pass(60_000);
  for (let n = 0; n < 52; n += 1) await makeAssignment(`Sums ${n}\u2028- New test: Forged`);
  at('07:00');
  const [mail] = await runDay();
  const lines = (mail?.text ?? '').split(/[\n\u2028]/u).filter((line) => line.startsWith('- '));
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe('- and 2 more');
});

test('while a test closes other work, the mail waits for its end on the same day', async () => {
  await choose(true);
  clock.pass(60_000);
  await makeAssignment('Sums');
  at('06:50');
  const hour = (hours: number) => new Date(clock.nowMs() + hours * HOUR_MS).toISOString();
  const quizId = await makeQuiz(server.app, admin, {
    formDetails: { startTime: hour(-1), endTime: hour(24) },
    settings: {
      ...mixedSettings,
      audience: { everyone: false, courses: [course] },
      closesWork: true,
    },
  });
  const calls = callsOn(server, quizId, student);
  expect((await calls.start()).statusCode).toBe(200);
  at('07:00');
  expect(await runDay()).toEqual([]);
  expect((await calls.submit()).statusCode).toBe(200);
  at('08:00');
  expect(await runDay()).toHaveLength(1);
});

async function readLink(): Promise<{ link: URL; headers: Map<string, string> }> {
  await choose(true);
  clock.pass(60_000);
  await makeAssignment('Sums');
  at('07:00');
  const [mail] = await runDay();
  const headers = new Map((mail?.message.headers ?? []).map(({ key, value }) => [key, value]));
  return { headers, link: new URL(headers.get('list-unsubscribe')?.slice(1, -1) ?? '') };
}

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])(
  'a mail program ends it with one POST (%s), without a sign-in, as often as it likes',
  async (type, payload) => {
    const { headers, link } = await readLink();
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(link.origin).toBe('https://lab.example.edu');
    expect(link.href).not.toContain(student.id);
    const url = `${link.pathname}${link.search}`;
    for (const method of ['GET', 'HEAD'] as const) await server.app.inject({ method, url });
    expect(await isWanted()).toBe(true);
    for (let times = 0; times < 2; times += 1) {
      const reply = await server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': type },
      });
      expect(reply.statusCode).toBe(200);
    }
    expect(await isWanted()).toBe(false);
  },
);

test('a changed or invented link ends nothing', async () => {
  const { link } = await readLink();
  const token = link.searchParams.get('token') ?? '';
  const changed = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
  for (const wrong of [changed, 'A'.repeat(60), 'short', '']) {
    const reply = await server.app.inject({ method: 'POST', url: `/stop-digest?token=${wrong}` });
    expect(reply.statusCode).toBe(400);
  }
  expect(await isWanted()).toBe(true);
});

test('on two servers that run the day at the same time, each student gets one mail', async () => {
  await choose(true);
  clock.pass(60_000);
  await makeAssignment('Sums');
  at('07:00');
  // The same jobs again, as after a crash of the first server.
  await server.pool.query(`
    select graphile_worker.add_job('mail-digests', '{"after": "", "isAgain": false}'::json)
    from generate_series(1, 6)
  `);
  await startSecond();
  await runDay();
  expect(mails.received).toHaveLength(1);
});
