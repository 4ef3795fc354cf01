import { insertNewlineAndIndent } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { python } from '@codemirror/lang-python';
import { EditorState, Text, type Transaction } from '@codemirror/state';
import { expect, test } from 'vitest';
import { indentationOf } from './editor-extensions.ts';

const of = (program: string) => indentationOf(Text.of(program.split('\n')));

test('a new program has four spaces, and others go on as they are written', () => {
  expect(of('')).toBe('    ');
  expect(of('print(1)\n')).toBe('    ');
  expect(of('if x:\n\tprint(1)\n\tprint(2)\n')).toBe('\t');
  expect(of('if x:\n  if y:\n    print(1)\n')).toBe('  ');
  expect(of('/*\n * A comment\n */\nint main() {\n    return 0;\n}')).toBe('    ');
});

test('a line after one with a tab begins with tabs, so that Python reads the program', () => {
  const doc = 'for i in range(3):\n\tif i:';
  let state = EditorState.create({
    doc,
    selection: { anchor: doc.length },
    extensions: [python(), indentUnit.compute(['doc'], (each) => indentationOf(each.doc))],
  });
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  insertNewlineAndIndent({ state, dispatch });
  expect(state.doc.toString()).toBe(`${doc}\n\t\t`);
});
