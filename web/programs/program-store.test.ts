import { LANGUAGE_CPP, LANGUAGE_PYTHON } from '@vlabs/contract/runs/languages';
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
    const store = openProgramStore(makeStorage());
    store.keepText('54', 'int main() {}');
    store.keepText('71', 'print(1)');
    expect(store.readText('54')).toBe('int main() {}');
    expect(store.readText('71')).toBe('print(1)');
    expect(store.readText('50')).toBeNull();
  });

  test('is there again when the page is opened again', () => {
    const storage = makeStorage();
    const before = openProgramStore(storage);
    before.keepText('71', 'print(input())');
    before.keepText('inputs', '5\n');
    before.keepLanguageId(LANGUAGE_PYTHON);
    const after = openProgramStore(storage);
    expect(after.readText('71')).toBe('print(input())');
    expect(after.readText('inputs')).toBe('5\n');
    expect(after.readLanguageId()).toBe(LANGUAGE_PYTHON);
  });

  test('stays apart per assignment', () => {
    const storage = makeStorage();
    openProgramStore(storage, 'a').keepText('50', 'for a');
    expect(openProgramStore(storage, 'b').readText('50')).toBeNull();
    expect(openProgramStore(storage).readText('50')).toBeNull();
  });

  test('emptied on purpose stays empty', () => {
    const store = openProgramStore(makeStorage());
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
    const store = openProgramStore(refusing);
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
  expect(openProgramStore(storage).readLanguageId()).toBe(LANGUAGE_CPP);
  storage.setItem('workspace/own/language', '999');
  expect(openProgramStore(storage).readLanguageId()).toBe(LANGUAGE_CPP);
});

test('the sync state of a draft is kept, and an unreadable one counts as never sent', () => {
  const storage = makeStorage();
  const store = openProgramStore(storage);
  const state = { revision: 3, savedAt: '2026-11-21T05:12:07.000Z', isChanged: true };
  store.keepSyncState('54', state);
  expect(openProgramStore(storage).readSyncState('54')).toEqual(state);
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
