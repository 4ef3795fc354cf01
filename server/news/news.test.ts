import { MAX_NEWS } from '@vlabs/contract/news/news';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDemo, seedDemo } from '../demo/demo.ts';
import { type MadePerson, makeAdmin } from '../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const URL = '/api/v1/news';
const DAY_MS = 86_400_000;
const item = {
  title: 'Labs open late',
  desc: 'From Monday on.\nUntil nine.',
  postedDate: '2026-01-05',
  url: 'https://example.edu/labs?a=b#c',
};

let server: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  server = await makeTestApp();
  admin = await makeAdmin(server.pool);
});
beforeEach(async () => {
  await server.pool.query('delete from news');
});
afterAll(() => server.close());

const post = (payload: object, { app } = server, { headers } = admin) =>
  app.inject({ method: 'POST', url: URL, headers, payload });
const put = (newsId: number, payload: object) =>
  server.app.inject({ method: 'PUT', url: `${URL}/${newsId}`, headers: admin.headers, payload });
const remove = (newsId: number) =>
  server.app.inject({ method: 'DELETE', url: `${URL}/${newsId}`, headers: admin.headers });

/** As a visitor of the home page sees it. */
async function listNews({ app } = server) {
  const reply = await app.inject({ url: URL });
  expect(reply.statusCode).toBe(200);
  return reply.json().data;
}
const titles = async (of = server): Promise<string[]> =>
  (await listNews(of)).map(({ title }: { title: string }) => title);

test('what an admin writes is on the home page for everybody, the newest day first', async () => {
  expect(await listNews()).toEqual([]);
  const made = await post(item);
  expect(made.statusCode).toBe(201);
  const { newsId } = made.json().data;
  await post({ ...item, title: 'Newer', postedDate: '2026-02-01', url: '' });
  await post({ ...item, title: 'Same day, written later' });
  expect(await titles()).toEqual(['Newer', 'Same day, written later', 'Labs open late']);
  expect((await listNews())[2]).toEqual({ newsId, ...item });
});

test('an admin changes and deletes an item, and nobody finds one that is not there', async () => {
  const { newsId } = (await post(item)).json().data;
  expect((await put(newsId, { ...item, title: 'Labs open early', url: '' })).statusCode).toBe(200);
  expect(await listNews()).toEqual([{ newsId, ...item, title: 'Labs open early', url: '' }]);
  expect((await remove(newsId)).statusCode).toBe(200);
  expect(await listNews()).toEqual([]);
  expect((await remove(newsId)).statusCode).toBe(404);
  expect((await put(newsId, item)).statusCode).toBe(404);
});

const tomorrow = new Date(Date.now() + 5.5 * 3_600_000 + DAY_MS).toISOString().slice(0, 10);

test.each([
  ['title', '   '],
  ['title', 'x'.repeat(201)],
  ['title', 7],
  ['desc', ''],
  ['desc', 'x'.repeat(2001)],
  ['desc', 'a\u0000b'],
  ['postedDate', '05-01-2026'],
  ['postedDate', '2026-02-30'],
  ['postedDate', '0000-01-01'],
  ['postedDate', tomorrow],
  ['url', 'javascript:alert(1)'],
  ['url', ' JavaScript:alert(1)'],
  ['url', 'data:text/html,x'],
  ['url', 'ftp://example.edu/'],
  ['url', '//example.edu/'],
  ['url', 'example.edu'],
  ['url', 'http:example.edu'],
  ['url', 'https://'],
  ['url', 'https://example.edu/a b'],
  ['url', 'https://example.edu@evil.example/'],
  ['url', `https://example.edu/${'x'.repeat(2000)}`],
])('%s holding %j is refused at its field', async (field, value) => {
  const reply = await post({ ...item, [field]: value });
  expect(reply.statusCode).toBe(400);
  expect(Object.keys(reply.json().fields)).toEqual([field]);
  expect(await listNews()).toEqual([]);
});

test('the lengths that are allowed are kept, whatever signs they hold', async () => {
  const long = {
    title: '<b>&"'.repeat(40),
    desc: 'न'.repeat(2000),
    postedDate: '2000-01-01',
    url: `http://example.edu/${'x'.repeat(1981)}`,
  };
  expect((await post(long)).statusCode).toBe(201);
  expect(await listNews()).toMatchObject([long]);
});

test('the home page never has more than its fifty items, also when two admins add at once', async () => {
  for (let count = 1; count < MAX_NEWS; count += 1) {
    expect((await post({ ...item, title: `Item ${count}` })).statusCode).toBe(201);
  }
  const replies = await Promise.all([post(item), post(item), post(item)]);
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'too_many_news',
    message: 'The home page holds at most 50 news items. Delete an old one first.',
  });
  expect(await titles()).toHaveLength(MAX_NEWS);
});

test('the log keeps who added, changed and deleted what', async () => {
  const busy = await makeAdmin(server.pool);
  const { newsId } = (await post(item, server, busy)).json().data;
  const { headers } = busy;
  const payload = { ...item, title: 'Renamed' };
  const url = `${URL}/${newsId}`;
  await server.app.inject({ method: 'PUT', url, headers, payload });
  await server.app.inject({ method: 'DELETE', url, headers });
  const log = await server.app.inject({
    url: `/api/v1/audit/lines?person=${busy.id}`,
    headers: admin.headers,
  });
  const subject = (name: string) => ({ kind: 'news', id: String(newsId), name });
  expect(log.json().data.lines).toMatchObject([
    { action: 'delete-news', subject: subject('Renamed') },
    { action: 'edit-news', subject: subject('Renamed') },
    { action: 'create-news', subject: subject('Labs open late') },
  ]);
});

const at = ({ newsId }: { newsId: number }) => `${URL}/${newsId}`;

test('the demo has three items of its own, and what an admin does to them stays', async () => {
  const shown = await makeTestApp({ environment: { VLABS_DEMO: 'on' } });
  await seedDemo(shown.pool);
  const news = await listNews(shown);
  expect(news).toHaveLength(3);
  expect(news.some(({ desc }: { desc: string }) => desc.length > 500)).toBe(true);
  expect(news.every(({ url }: { url: string }) => url.startsWith('https://'))).toBe(true);

  const [first, second, third] = news;
  const signedIn = await shown.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { id: 'admin', password: 'vlabs-admin' },
  });
  const headers = { authorization: signedIn.json().token };
  await shown.app.inject({ method: 'DELETE', url: at(first), headers });
  const payload = { ...item, title: 'Our own' };
  await shown.app.inject({ method: 'PUT', url: at(second), headers, payload });
  await seedDemo(shown.pool);
  expect(await titles(shown)).toEqual([third.title, 'Our own']);

  await closeDemo(shown.pool);
  expect(await titles(shown)).toEqual(['Our own']);
  const real = await makeAdmin(shown.pool);
  const gone = await shown.app.inject({
    method: 'PUT',
    url: at(third),
    headers: real.headers,
    payload,
  });
  expect(gone.statusCode).toBe(404);
  await shown.close();
});

test('a demo that comes after the first news brings none', async () => {
  const own = await makeTestApp({ environment: { VLABS_DEMO: 'on' } });
  await post(item, own, await makeAdmin(own.pool));
  // With a campus admin of the installation, the demo is never opened.
  await own.pool.query('update people set is_staff = true');
  expect(await seedDemo(own.pool)).toBe(true);
  expect(await titles(own)).toEqual([item.title]);
  await own.close();
});

test('without news the page of a named installation is empty and shows its name', async () => {
  const own = await makeTestApp({
    environment: { VLABS_INSTITUTION: 'Example College', VLABS_CONTACT_EMAIL: 'lab@example.edu' },
  });
  expect(await listNews(own)).toEqual([]);
  const { data } = (await own.app.inject({ url: '/api/v1/installation' })).json();
  expect(data).toMatchObject({
    institution: 'Example College',
    website: null,
    contactEmail: 'lab@example.edu',
  });
  await own.close();
});
