import { afterEach, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { setUpMail } from '../../mail/mail.setup.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { ageDevices, bringJob } from '../../testing/database/time-travel.queries.ts';
import { setUpServer } from '../../testing/server.setup.ts';
import { makeSecondServer } from '../../testing/test-app.ts';

const { mails, server } = setUpMail({ environment: { VLABS_MAIL_PER_MINUTE: '10000' } });
const silent = setUpServer();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const HOME = { browser: FIREFOX, address: '192.0.2.7' };
const ELSEWHERE = { browser: CHROME, address: '198.51.100.20' };

async function signIn(
  { id, password }: MadePerson,
  { browser, address }: typeof HOME,
  { app = server.app, sharedComputer = false } = {},
): Promise<void> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    remoteAddress: address,
    headers: { 'user-agent': browser },
    payload: { id, password, sharedComputer },
  });
  expect(reply.statusCode).toBe(200);
}

/** No job waits or runs any more. */
const settle = () =>
  vi.waitFor(async () => {
    const jobs = `
      select from graphile_worker.jobs where key like 'mail %' or task_identifier = 'mail-new-device'
    `;
    expect((await server.pool.query(jobs)).rowCount).toBe(0);
  }, PATIENTLY);

async function readMails() {
  await settle();
  return mails.received.map(({ to, message }) => ({ to, text: message.text ?? '' }));
}

const countDevices = async ({ id }: MadePerson) =>
  (await server.pool.query('select from person_devices where person_id = $1', [id])).rowCount;

afterEach(settle);

test('a sign-in from a new device is mailed: when, browser, address, method, and what to do', async () => {
  const student = await makeStudent(server.pool);
  await signIn(student, HOME);
  expect(await readMails()).toEqual([]);
  await signIn(student, ELSEWHERE);
  const [mail, ...others] = await readMails();
  expect(others).toEqual([]);
  expect(mail?.to).toEqual([student.email]);
  for (const fact of ['Chrome on Windows', '198.51.100.20', 'password', 'Indian Standard Time']) {
    expect(mail?.text).toContain(fact);
  }
  expect(mail?.text).toContain('https://lab.example.edu/account');
});

test('a newer version of the browser and another address of the network are no new device', async () => {
  const student = await makeStudent(server.pool);
  await signIn(student, HOME);
  await signIn(student, { browser: FIREFOX.replaceAll('140', '141'), address: '192.0.2.200' });
  await signIn(student, { browser: FIREFOX, address: '::ffff:192.0.2.9' });
  expect(await readMails()).toEqual([]);
  expect(await countDevices(student)).toBe(1);
});

test('who says that the computer is shared is mailed all the same, once for all computers of a lab', async () => {
  const student = await makeStudent(server.pool);
  await signIn(student, HOME);
  const { browser } = ELSEWHERE;
  for (const address of ['198.51.100.20', '198.51.100.21', '198.51.100.22']) {
    await signIn(student, { browser, address }, { sharedComputer: true });
  }
  expect(await readMails()).toHaveLength(1);
  expect(await countDevices(student)).toBe(2);
});

test('a device that was not used for 90 days is new again; one that was used since is not', async () => {
  const student = await makeStudent(server.pool);
  await signIn(student, HOME);
  await ageDevices(server.pool, student.id, 60);
  await signIn(student, ELSEWHERE);
  expect(await readMails()).toHaveLength(1);
  await ageDevices(server.pool, student.id, 31);
  await signIn(student, ELSEWHERE);
  expect(await readMails()).toHaveLength(1);
  await signIn(student, HOME);
  expect(await readMails()).toHaveLength(2);
});

test('of concurrent sign-ins from a new device, on two servers, one is mailed', async () => {
  const student = await makeStudent(server.pool);
  await signIn(student, HOME);
  const second = await makeSecondServer(server, { environment: mails.environment });
  const apps = [server.app, second.app, server.app, second.app];
  await Promise.all(apps.map((app) => signIn(student, ELSEWHERE, { app })));
  expect(await readMails()).toHaveLength(1);
  await second.close();
});

test('the sign-in of an admin is mailed as well, and the program that signs in cannot write the mail', async () => {
  const admin = await makeAdmin(server.pool);
  await signIn(admin, HOME);
  await signIn(admin, { ...ELSEWHERE, browser: 'https://evil.example/<b>' });
  const [mail] = await readMails();
  expect(mail?.to).toEqual([admin.email]);
  expect(mail?.text).not.toMatch(/evil\.example|<b>/);
});

test('a person whose address is refused gets no mail', async () => {
  const student = await makeStudent(server.pool);
  await server.pool.query('update people set email_refused_at = now() where id = $1', [student.id]);
  await signIn(student, HOME);
  await signIn(student, ELSEWHERE);
  expect(await readMails()).toEqual([]);
});

test('a person has at most 50 devices, the last used ones', async () => {
  const student = await makeStudent(server.pool);
  await signIn(student, HOME);
  await server.pool.query(
    `
      insert into person_devices (person_id, device, last_used_at)
      select $1, sha256(n::text::bytea), now() - make_interval(days => n) from generate_series(1, 60) n
    `,
    [student.id],
  );
  await signIn(student, HOME);
  expect(await countDevices(student)).toBe(50);
});

test('devices that were not used for 90 days are deleted', async () => {
  const student = await makeStudent(server.pool);
  await signIn(student, HOME);
  await ageDevices(server.pool, student.id, 90);
  await bringJob(server.pool, 'delete-old-devices');
  await vi.waitFor(async () => expect(await countDevices(student)).toBe(0), PATIENTLY);
});

test('a new device costs a sign-in one statement', async () => {
  const count = async ({ pool, app }: typeof server) => {
    const student = await makeStudent(pool);
    await signIn(student, HOME, { app });
    const query = vi.spyOn(pool, 'query');
    await signIn(student, ELSEWHERE, { app });
    const asked = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    query.mockRestore();
    return asked.filter((statement) => /sessions|login_failures|person_devices/.test(statement))
      .length;
  };
  expect(await count(server)).toBe((await count(silent)) + 1);
});

test('without mail, no device is remembered', async () => {
  const student = await makeStudent(silent.pool);
  await signIn(student, HOME, { app: silent.app });
  const { rowCount } = await silent.pool.query('select from person_devices');
  expect(rowCount).toBe(0);
});
