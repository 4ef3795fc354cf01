import { LANGUAGE_CPP, LANGUAGE_PYTHON } from '@vlabs/contract/running/languages';
import { describe, expect, test } from 'vitest';
import { type KeptStorage, nameDevice, openProgramStore } from './program-store.ts';

function makeStorage(): KeptStorage {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
  };
}

describe('what a student typed', () => {
  test('is kept per language', () => {
    const store = openProgramStore(makeStorage(), '2105001');
    store.keepText('54', 'int main() {}');
    store.keepText('71', 'print(1)');
    expect(store.readText('54')).toBe('int main() {}');
    expect(store.readText('71')).toBe('print(1)');
    expect(store.readText('50')).toBeNull();
  });

  test('is there again when the page is opened again', () => {
    const storage = makeStorage();
    const before = openProgramStore(storage, '2105001');
    before.keepText('71', 'print(input())');
    before.keepText('inputs', '5\n');
    before.keepLanguageId(LANGUAGE_PYTHON);
    const after = openProgramStore(storage, '2105001');
    expect(after.readText('71')).toBe('print(input())');
    expect(after.readText('inputs')).toBe('5\n');
    expect(after.readLanguageId()).toBe(LANGUAGE_PYTHON);
  });

  test('is never shown to another student of the same browser', () => {
    const storage = makeStorage();
    const ids = ['1', '1/own', '1%2Fown', 'own/1', '1/own/text/54', 'for/1', ''];
    for (const id of ids) openProgramStore(storage, id).keepText('54', `of ${id}`);
    for (const id of ids) {
      expect(openProgramStore(storage, id).readText('54')).toBe(`of ${id}`);
    }
    expect(openProgramStore(storage, '2').readText('54')).toBeNull();
  });

  test('stays apart per assignment', () => {
    const storage = makeStorage();
    openProgramStore(storage, '1', 'a').keepText('50', 'for a');
    expect(openProgramStore(storage, '1', 'b').readText('50')).toBeNull();
    expect(openProgramStore(storage, '1').readText('50')).toBeNull();
  });

  test('emptied on purpose stays empty', () => {
    const store = openProgramStore(makeStorage(), '1');
    store.keepText('50', '');
    expect(store.readText('50')).toBe('');
  });
});

describe('a browser without storage', () => {
  const refusing: KeptStorage = {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };

  test('is reported, and the page still opens', () => {
    const store = openProgramStore(refusing, '1');
    expect(store.readText('50')).toBeNull();
    expect(store.keepText('50', 'x')).toBe(false);
    // As long as the page is open it can still be run and sent.
    expect(store.readText('50')).toBe('x');
    expect(nameDevice(refusing)).toMatch(/^[0-9a-f]{32}$/);
    expect(store.readLanguageId()).toBe(LANGUAGE_CPP);
  });
});

test('C++ is the default, also if the stored language is unknown', () => {
  const storage = makeStorage();
  expect(openProgramStore(storage, '1').readLanguageId()).toBe(LANGUAGE_CPP);
  storage.setItem('vlabs.workspace/1/own/language', '999');
  expect(openProgramStore(storage, '1').readLanguageId()).toBe(LANGUAGE_CPP);
});

test('the sync state of a draft is kept, and an unreadable one counts as never sent', () => {
  const storage = makeStorage();
  const store = openProgramStore(storage, '1');
  const state = { revision: 3, savedAt: '2026-11-21T05:12:07.000Z', isChanged: true };
  store.keepSyncState('54', state);
  expect(openProgramStore(storage, '1').readSyncState('54')).toEqual(state);
  for (const text of ['', 'null', '{}', '{"revision":"3"}']) {
    storage.setItem(store.syncStateKey('54'), text);
    expect(store.readSyncState('54')).toEqual({ revision: 0, savedAt: null, isChanged: false });
  }
});

test('a browser keeps its id', () => {
  const storage = makeStorage();
  expect(nameDevice(storage)).toBe(nameDevice(storage));
  expect(nameDevice(storage)).not.toBe(nameDevice(makeStorage()));
});
