import { CompletionContext } from '@codemirror/autocomplete';
import { cpp } from '@codemirror/lang-cpp';
import { EditorState } from '@codemirror/state';
import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
} from '@vlabs/contract/runs/languages';
import { expect, test } from 'vitest';
import { listWords, wordCompletion } from './word-completion.ts';

async function suggestionsAtEndOf(doc: string): Promise<string[]> {
  const state = EditorState.create({ doc, extensions: [cpp()] });
  const context = new CompletionContext(state, doc.length, false);
  const result = await wordCompletion(LANGUAGE_CPP)(context);
  return (result?.options ?? []).map(({ label }) => label);
}

test('words of the program and of the language are suggested, each once', async () => {
  const labels = await suggestionsAtEndOf('int counter; vector<int> values; coun');
  expect(labels).toContain('counter');
  expect(labels).toContain('const');
  expect(labels.filter((label) => label === 'vector')).toHaveLength(1);
});

test('the word being typed is not suggested', async () => {
  expect(await suggestionsAtEndOf('int counter = 0; int count')).not.toContain('count');
  expect(await suggestionsAtEndOf('while')).not.toContain('while');
});

test('nothing is suggested inside strings and comments, or for a single letter', async () => {
  expect(await suggestionsAtEndOf('// the coun')).toEqual([]);
  expect(await suggestionsAtEndOf('auto a = "coun')).toEqual([]);
  expect(await suggestionsAtEndOf('int c')).toEqual([]);
});

test('the words of each language are words that its programs have', () => {
  for (const languageId of [LANGUAGE_C, LANGUAGE_CPP, LANGUAGE_JAVA, LANGUAGE_PYTHON] as const) {
    const words = listWords(languageId);
    expect(words.filter((word) => !/^\w+$/.test(word))).toEqual([]);
    expect(words.filter((word, at) => words.indexOf(word) < at)).toEqual([]);
    expect(words.filter((word) => word.startsWith('LANGUAGE'))).toEqual([]);
  }
});
