import { LANGUAGE_C, LANGUAGE_CPP, LANGUAGE_PYTHON } from '@vlabs/contract/runs';
import { describe, expect, test } from 'vitest';
import { openProgramStore, type KeptStorage } from './program-store.ts';

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
    store.keepProgram(LANGUAGE_CPP, 'int main() {}');
    store.keepProgram(LANGUAGE_PYTHON, 'print(1)');
    expect(store.readProgram(LANGUAGE_CPP)).toBe('int main() {}');
    expect(store.readProgram(LANGUAGE_PYTHON)).toBe('print(1)');
    expect(store.readProgram(LANGUAGE_C)).toBeNull();
  });

  test('is there again when the page is opened again', () => {
    const storage = makeStorage();
    const before = openProgramStore(storage, '2105001');
    before.keepProgram(LANGUAGE_PYTHON, 'print(input())');
    before.keepInput('5\n');
    before.keepLanguageId(LANGUAGE_PYTHON);
    const after = openProgramStore(storage, '2105001');
    expect(after.readProgram(LANGUAGE_PYTHON)).toBe('print(input())');
    expect(after.readInput()).toBe('5\n');
    expect(after.readLanguageId()).toBe(LANGUAGE_PYTHON);
  });

  test('is never shown to another student of the same browser', () => {
    const storage = makeStorage();
    const ids = ['1', '1/own', '1%2Fown', 'own/1', '1/own/program/54', ''];
    for (const id of ids) openProgramStore(storage, id).keepProgram(LANGUAGE_CPP, `of ${id}`);
    for (const id of ids) {
      expect(openProgramStore(storage, id).readProgram(LANGUAGE_CPP)).toBe(`of ${id}`);
    }
    expect(openProgramStore(storage, '2').readProgram(LANGUAGE_CPP)).toBeNull();
  });

  test('stays apart per assignment', () => {
    const storage = makeStorage();
    openProgramStore(storage, '1', 'a').keepProgram(LANGUAGE_C, 'for a');
    expect(openProgramStore(storage, '1', 'b').readProgram(LANGUAGE_C)).toBeNull();
    expect(openProgramStore(storage, '1').readProgram(LANGUAGE_C)).toBeNull();
  });

  test('emptied on purpose stays empty', () => {
    const store = openProgramStore(makeStorage(), '1');
    store.keepProgram(LANGUAGE_C, '');
    expect(store.readProgram(LANGUAGE_C)).toBe('');
  });
});

describe('a browser that keeps nothing', () => {
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
    expect(store.keepProgram(LANGUAGE_C, 'x')).toBe(false);
    expect(store.readProgram(LANGUAGE_C)).toBeNull();
    expect(store.readInput()).toBe('');
    expect(store.readLanguageId()).toBe(LANGUAGE_CPP);
  });
});

test('C++ is chosen until the student chooses, and when what was kept is no language of ours', () => {
  const storage = makeStorage();
  expect(openProgramStore(storage, '1').readLanguageId()).toBe(LANGUAGE_CPP);
  storage.setItem('vlabs.workspace/1/own/language', '999');
  expect(openProgramStore(storage, '1').readLanguageId()).toBe(LANGUAGE_CPP);
});
