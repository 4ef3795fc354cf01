import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LiveEvents, notify } from '../platform/events/live-events.ts';
import { TestClock } from '../testing/test-clock.ts';
import { type TestDatabase, makeTestDatabase } from '../testing/database/test-database.ts';
import { NoticeWatch } from './notice-watch.ts';
import { HANG_MS } from '../../runner/testing/patience.ts';

const TIMEOUT = { timeout: HANG_MS, interval: 20 };
const clock = new TestClock();
let database: TestDatabase;
let liveEvents: LiveEvents;
let watch: NoticeWatch;

beforeAll(async () => {
  database = await makeTestDatabase();
  liveEvents = new LiveEvents({ pool: database.pool, log: pino({ level: 'silent' }) });
  watch = new NoticeWatch({ liveEvents, clock });
  await liveEvents.listening();
  clock.pass(1000);
});
afterAll(async () => {
  watch.close();
  await liveEvents.close();
  await database.close();
});

/** A page that counts its notifications. */
function openPage(personId: string, course = '') {
  const body = new PassThrough();
  const page = { looks: 0, isOpen: true, close: () => body.destroy() };
  watch.follow(
    { student: { rollNumber: personId, course, year: '', classes: [] }, sinceMs: clock.nowMs() },
    {
      body,
      send: () => {
        page.looks += 1;
      },
      end: () => {
        page.isOpen = false;
        body.destroy();
      },
      onClose: (listener) => {
        body.once('close', listener);
      },
    },
  );
  return page;
}

const notifyPerson = (personId: string | null) => notify(database.pool, 'notices', { personId });

test('each page hears of what concerns everyone and of what concerns its person', async () => {
  const [own, others] = [openPage('own'), openPage('others')];
  notifyPerson('own');
  notifyPerson(null);
  await vi.waitFor(() => expect([own.looks, others.looks]).toEqual([2, 1]), TIMEOUT);
});

test('a group is told, and nobody outside of it; who opens a page outside of it neither', async () => {
  clock.pass(1000);
  const [inside, outside] = [openPage('inside', 'MCA'), openPage('outside', 'CSE')];
  notify(database.pool, 'notices', { personId: null, groups: ['course mca', 'person x'] });
  await vi.waitFor(() => expect(inside.looks).toBe(1), TIMEOUT);
  expect(outside.looks).toBe(0);
  expect(openPage('later', 'mca').looks).toBe(1);
  expect(openPage('elsewhere', 'cse').looks).toBe(0);
});

test('the page of a student who is in another class follows that class', async () => {
  clock.pass(1000);
  const [own, other] = [openPage('moved', 'MCA'), openPage('stays', 'MCA')];
  await database.pool.query(
    `insert into people (id, name, role) values ('moved', 'Moved', 0), ('stays', 'Stays', 0)`,
  );
  await database.pool.query(
    `insert into students (person_id, course) values ('moved', 'MCA'), ('stays', 'MCA')`,
  );
  await vi.waitFor(() => expect([own.isOpen, other.isOpen]).toEqual([false, false]), TIMEOUT);
  clock.pass(1000);
  const [again, stays] = [openPage('moved', 'MCA'), openPage('stays', 'MCA')];
  await database.pool.query(
    `update students set course = case person_id when 'moved' then 'CSE' else course end`,
  );
  await vi.waitFor(() => expect(again.isOpen).toBe(false), TIMEOUT);
  expect(stays.isOpen).toBe(true);
  // It is notified immediately, because its list is out of date.
  clock.pass(-1);
  expect(openPage('moved', 'CSE').looks).toBe(1);
});

test('a whole class is told one after another, and nobody is left out', async () => {
  clock.pass(1000);
  const pages = Array.from({ length: 35 }, (_, place) => openPage(`student ${place}`));
  pages[3]?.close();
  notifyPerson(null);
  await vi.waitFor(
    () => expect(pages.filter(({ looks }) => looks === 1)).toHaveLength(34),
    TIMEOUT,
  );
});

test('what was told while a page was opening is told to it at once', async () => {
  clock.pass(1000);
  const first = openPage('first');
  expect(first.looks).toBe(0);
  notifyPerson(null);
  await vi.waitFor(() => expect(first.looks).toBe(1), TIMEOUT);
  expect(openPage('second').looks).toBe(1);
  clock.pass(1);
  expect(openPage('third').looks).toBe(0);
});
