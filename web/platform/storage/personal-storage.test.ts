import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

class MemoryStorage {
  readonly entries = new Map<string, string>();
  get length(): number {
    return this.entries.size;
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null;
  getItem = (name: string) => this.entries.get(name) ?? null;
  setItem = (name: string, text: string) => void this.entries.set(name, text);
  removeItem = (name: string) => void this.entries.delete(name);
}

const [inBrowser, inTab] = [new MemoryStorage(), new MemoryStorage()];
vi.stubGlobal('localStorage', inBrowser);
vi.stubGlobal('sessionStorage', inTab);
vi.stubGlobal('window', new EventTarget());
afterAll(() => vi.unstubAllGlobals());

// Tests before this one may have loaded the modules with a window of their own.
vi.resetModules();
const session = await import('./stored-session.ts');
const { encryptPlainEntries, personalStorage, watchPersonalStorage } =
  await import('./personal-storage.ts');
const { openKeptAnswers } = await import('../../attempts/session/kept-answers.ts');
const { announceOpening } = await import('../../attempts/session/other-pages.ts');
const { openFlags } = await import('../../attempts/sitting/use-flags.ts');
const { openProgramStore } = await import('../../programs/program-store.ts');
const { VersionOutbox } = await import('../../programs/version-outbox.ts');
const { openDraftStorage } = await import('../../quizzes/drafts/draft-storage.ts');
const { rememberClass, rememberedClass } = await import('../../classes/remembered-class.ts');
const { idOfUnfinished, keepUnfinished } = await import('../files/unfinished-uploads.ts');
const { keepTypedTestCases, readTypedTestCases } =
  await import('../../assignments/work/typed-test-cases.ts');

const { writeTests } = await import('../../assignments/parts/written-tests.ts');

const TEXT = 'int main(void) { return 42; }';
const ROLL_NUMBER = '2105001';
const CLASS_ID = '7a1f1f4e-4a57-4f0e-9a51-0f6f0f7f7f01';

const keys = new Map<string, { owner: string; secret: string }>();
function keyOf(id: string) {
  const made = { owner: randomBytes(16).toString('hex'), secret: randomBytes(32).toString('hex') };
  const key = keys.get(id) ?? made;
  keys.set(id, key);
  return key;
}

function signIn(id: string, isShared = false): void {
  session.clearSession();
  session.storeSession(
    { id, name: 'A', email: 'a@b.example', role: 0 },
    `token of ${id}`,
    isShared,
  );
  session.markStorageKey(`token of ${id}`, keyOf(id));
}

beforeEach(() => {
  session.clearSession();
  inBrowser.entries.clear();
  inTab.entries.clear();
});

/** What the next person finds after the logout. */
function leftBehind(): string {
  session.clearSession();
  return JSON.stringify([...inBrowser.entries, ...inTab.entries]);
}

const own = () => personalStorage(ROLL_NUMBER, 'browser');
const report = new File([new Uint8Array(9_000_000)], `${ROLL_NUMBER} report.pdf`);

const openKept = () => openKeptAnswers(own(), { uniqueId: 'q', tab: 't' });

/** Each store: how it keeps a text or the roll number, and how it reads it after the next sign-in. */
const stores: [string, { keep: () => unknown; read: () => unknown }][] = [
  [
    'unsent answers',
    {
      keep: () => openKept().keep({ base: {}, answers: { 1: TEXT }, sent: {} }),
      read: () => openKept().readAll()[0]?.answers,
    },
  ],
  [
    'the announcement to other tabs',
    {
      keep: () => announceOpening({ userId: ROLL_NUMBER, uniqueId: 'q', tab: TEXT }),
      read: () => own().getItem('attempt-opened'),
    },
  ],
  [
    'flags',
    {
      keep: () => openFlags(own(), 'q').keep(new Set([TEXT])),
      read: () => [...openFlags(own(), 'q').read()].join(' '),
    },
  ],
  [
    'programs of the Workspace',
    {
      keep: () => openProgramStore(personalStorage(ROLL_NUMBER)).keepText('50', TEXT),
      read: () => openProgramStore(personalStorage(ROLL_NUMBER)).readText('50'),
    },
  ],
  [
    'versions that were not sent',
    {
      keep: () => new VersionOutbox(own(), '').add({ languageId: 50, text: TEXT }),
      read: () => own().getItem('workspace/own/unsent-versions'),
    },
  ],
  [
    'drafts of tests',
    {
      keep: () => openDraftStorage(ROLL_NUMBER).keepUnsaved('d', TEXT),
      read: () => openDraftStorage(ROLL_NUMBER).readUnsaved('d'),
    },
  ],
  [
    'the class last viewed',
    {
      keep: () => rememberClass(ROLL_NUMBER, CLASS_ID),
      read: () => rememberedClass(ROLL_NUMBER),
    },
  ],
  [
    'uploads that are not finished',
    {
      keep: () => keepUnfinished('assignments', report, TEXT),
      read: () => idOfUnfinished('assignments', report),
    },
  ],
];

test.each(stores)(
  'what is kept of %s is unreadable without the sign-in, and there again after it',
  (_name, { keep, read }) => {
    signIn(ROLL_NUMBER);
    keep();
    const left = leftBehind();
    expect(left).toContain('vlabs/');
    for (const hidden of [TEXT, 'int main', ROLL_NUMBER, CLASS_ID, keyOf(ROLL_NUMBER).secret]) {
      expect(left).not.toContain(hidden);
    }
    signIn('2105002');
    expect(JSON.stringify(read() ?? null)).toMatch(/^(?:null|"")$/);
    signIn(ROLL_NUMBER);
    expect(JSON.stringify(read())).toMatch(/int main|7a1f1f4e/);
  },
);

test('on a shared computer, programs and typed test cases are in the tab only, and encrypted', () => {
  signIn(ROLL_NUMBER, true);
  openProgramStore(personalStorage(ROLL_NUMBER)).keepText('50', TEXT);
  const written = writeTests({ tests: [], solution: { language: 'c', text: TEXT } }, 'c');
  keepTypedTestCases('a', written);
  expect([...inBrowser.entries]).toEqual([]);
  expect([...inTab.entries].join(' ')).not.toContain('int main');
  expect(readTypedTestCases('a')).toEqual(written);
});

test('nothing is stored for a person who is not the one signed in', () => {
  signIn('2105002');
  expect(openProgramStore(personalStorage(ROLL_NUMBER)).keepText('50', TEXT)).toBe(false);
  session.clearSession();
  expect(openProgramStore(personalStorage(ROLL_NUMBER)).keepText('50', TEXT)).toBe(false);
  expect(leftBehind()).toBe('[]');
});

test('the key goes with the login, also when another tab logs in somebody else', () => {
  signIn(ROLL_NUMBER);
  expect(session.currentSession().storageKey).toEqual(keyOf(ROLL_NUMBER));
  const user = { id: '2105002', name: 'B', email: 'b@b.example', role: 0 };
  inBrowser.setItem('auth', JSON.stringify({ user, token: 'other' }));
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth' }));
  expect(session.currentSession()).toMatchObject({ token: 'other', storageKey: null });
  expect(JSON.stringify([...inTab.entries])).not.toContain(keyOf(ROLL_NUMBER).secret);
});

test('plain texts of earlier versions are encrypted at the sign-in of their owner only', () => {
  const kept = JSON.stringify({ base: {}, marks: { 1: TEXT }, sent: {} });
  inBrowser.setItem(`vlabs.attempt/${ROLL_NUMBER}/q/t`, kept);
  inBrowser.setItem(`vlabs.workspace/${ROLL_NUMBER}/own/text/50`, TEXT);
  inBrowser.setItem(`vlabs.class.${ROLL_NUMBER}`, CLASS_ID);
  signIn('2105002');
  encryptPlainEntries('2105002');
  expect(inBrowser.getItem(`vlabs.attempt/${ROLL_NUMBER}/q/t`)).toBe(kept);
  signIn(ROLL_NUMBER);
  encryptPlainEntries(ROLL_NUMBER);
  expect(openKept().readAll()[0]?.answers).toEqual({ 1: TEXT });
  expect(openProgramStore(personalStorage(ROLL_NUMBER)).readText('50')).toBe(TEXT);
  expect(leftBehind()).not.toMatch(/int main|2105001/);
});

const send = (key: string, newValue: string) =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));

test('another tab reads the changes of its own person, and no value that was moved or made up', () => {
  signIn(ROLL_NUMBER);
  const heard: [string, string | null][] = [];
  const stop = watchPersonalStorage(ROLL_NUMBER, (...change) => heard.push(change));
  own().setItem('one', TEXT);
  const [name = '', value = ''] =
    [...inBrowser.entries].find(([entry]) => entry.endsWith('/one')) ?? [];
  send(name, value);
  send(name.replace('/one', '/two'), value);
  send(name, 'made up');
  send('vlabs/else/one', value);
  stop();
  send(name, value);
  expect(heard).toEqual([
    ['one', TEXT],
    ['two', null],
    ['one', null],
  ]);
});
