import { Language, languageOf } from '@vlabs/contract/runs/languages';
import { array, assert, constantFrom, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { mutate } from './mutate.ts';

const changesOf = (language: Language, source: string) =>
  mutate(language, source).map(({ line, before, after }) => `${line}: ${before} => ${after}`);

test('each usual mistake is made in a C program', () => {
  const source = [
    '#include <stdio.h> // 1 + 1',
    'int sums[2][3];',
    'int main(void) {',
    '  int n = 0;',
    '  for (int i = 0; i < n && n > 5; i++) {',
    '    sums[i][n] += 2 * i;',
    '    if (n == 3) n = sums[i][i];',
    '  }',
    '  printf("%d < 1\\n", n);',
    '  return n;',
    '}',
  ].join('\n');
  expect(changesOf('c', source)).toEqual(
    expect.arrayContaining([
      '4: int n = 0; => int n = 1;',
      '5: for (int i = 0; i < n && n > 5; i++) { => for (int i = 0; i <= n && n > 5; i++) {',
      '5: for (int i = 0; i < n && n > 5; i++) { => for (int i = 0; i < n || n > 5; i++) {',
      '5: for (int i = 0; i < n && n > 5; i++) { => for (int i = 0; i < n && n > 5; i--) {',
      '5: for (int i = 0; i < n && n > 5; i++) { => for (int i = 0; i < n && n > 6; i++) {',
      '6: sums[i][n] += 2 * i; => sums[n][i] += 2 * i;',
      '6: sums[i][n] += 2 * i; => sums[i][n] += 2 + i;',
      '6: sums[i][n] += 2 * i; => ;',
      '7: if (n == 3) n = sums[i][i]; => if (!(n == 3)) n = sums[i][i];',
      '10: return n; => return 0;',
    ]),
  );
});

test('each usual mistake is made in a query', () => {
  const source = [
    '-- 1 < 2 and left',
    'select distinct name, SUM(mark) from students s left join marks m',
    'on m.student = s.id where year >= 2 AND mark is null',
    "and name in ('a and b') and id not in (select 1) order by name desc",
  ].join('\n');
  expect(changesOf('sqlite', source).map((change) => change.split(' => ')[1])).toEqual(
    expect.arrayContaining([
      'select  name, SUM(mark) from students s left join marks m',
      'select distinct name, avg(mark) from students s left join marks m',
      'select distinct name, SUM(mark) from students s inner join marks m',
      'on m.student <> s.id where year >= 2 AND mark is null',
      'on m.student = s.id where year > 2 AND mark is null',
      'on m.student = s.id where year >= 3 AND mark is null',
      'on m.student = s.id where year >= 2 or mark is null',
      'on m.student = s.id where year >= 2 AND mark is not null',
      "and name not in ('a and b') and id not in (select 1) order by name desc",
      "and name in ('a and b') and id not in (select 1) order by name asc",
    ]),
  );
});

test('each usual mistake is made in a Python program', () => {
  const source = [
    'import sys',
    'def count(values, n):',
    '    """0 < 1 and 2 + 2"""',
    '    found = 0  # 1 + 1',
    '    for i in range(1, n):',
    "        if values[i] > 2 and values[i] != 'a < b':",
    '            found += 1',
    '        elif n:',
    '            values.pop()',
    '    return found',
  ].join('\n');
  const changes = changesOf('python', source);
  expect(changes).toEqual(
    expect.arrayContaining([
      '4: found = 0  # 1 + 1 => found = 1  # 1 + 1',
      '5: for i in range(1, n): => for i in range(1, n - 1):',
      '7: found += 1 => found -= 1',
      '7: found += 1 => pass',
      '8: elif n: => elif not (n):',
      '9: values.pop() => pass',
      '10: return found => return 0',
    ]),
  );
  expect(changes.some((change) => change.includes('> 2 or values'))).toBe(true);
});

test('types in angle brackets and declarations of pointers are left alone', () => {
  const source = [
    'import java.util.*;',
    'class Main { static Map<String, List<Integer>> all = new HashMap<>();',
    '  static int[] counts = new int[26]; }',
  ].join('\n');
  expect(changesOf('java', source)).toEqual([
    '3: static int[] counts = new int[26]; } => static int[] counts = new int[27]; }',
  ]);
  expect(changesOf('cpp', 'int main() {\n  Node *next;\n  vector<pair<int, int>> all;\n}')).toEqual(
    [],
  );
});

test('the same wrong program is made once', () => {
  expect(changesOf('c', 'return 0;')).toEqual(['1: return 0; => return 1;']);
});

/** Texts and comments that contain what is changed elsewhere; a number tells them apart. */
function keptIn(language: Language) {
  const { blockComments, longTexts } = languageOf(language).syntax;
  const [[begin, end] = ['"', '"']] = blockComments ?? longTexts ?? [];
  return [
    (at: number) => `"${at} < 1 && x + 1"`,
    (at: number) => `${begin}${at} == return 0${end}`,
  ];
}
const words = ['if', 'while', 'return', 'n', '0', '17', 'range', 'a', 'int', 'for', 'else'];
const signs = ['(', ')', '[', ']', '{', '}', ';', ':', ',', '<', '==', '+', '*', '=', '&&', '++'];
const piece = oneof(
  constantFrom(...words, ...signs, '\n', ' ', '->', '<<', '-', '%', 'and', '+='),
  record({ form: constantFrom(0, 1) }),
);
const language = constantFrom(...Language.options);

test('a mutant differs from any text in one place of one line, outside of texts and comments', () => {
  assert(
    property(language, array(piece, { maxLength: 80 }), (of, pieces) => {
      const forms = keptIn(of);
      const guarded: string[] = [];
      const source = pieces
        .map((one, at) => {
          if (typeof one === 'string') return one;
          const text = forms[one.form]?.(at) ?? '';
          guarded.push(text);
          return text;
        })
        .join(' ');
      const mutants = mutate(of, source);
      expect(mutants.length).toBeLessThanOrEqual(30);
      expect(mutate(of, source)).toEqual(mutants);
      expect(new Set(mutants.map((mutant) => mutant.source)).size).toBe(mutants.length);
      const lines = source.split('\n');
      for (const { line, before, after, source: changed } of mutants) {
        const changedLines = changed.split('\n');
        const differing = lines.flatMap((text, at) => (text === changedLines[at] ? [] : [at + 1]));
        expect(changedLines.length).toBe(lines.length);
        expect(differing).toEqual([line]);
        expect(lines[line - 1]?.trim()).toBe(before);
        expect(changedLines[line - 1]?.trim()).toBe(after);
        expect(guarded.every((text) => changed.includes(text))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('changes are spread over the lines of a long program', () => {
  const source = Array.from({ length: 90 }, (_, at) => `x = y + ${at + 2};`).join('\n');
  const lines = mutate('c', source).map(({ line }) => line);
  expect(lines.length).toBe(30);
  expect(new Set(lines).size).toBe(30);
  for (const from of [0, 30, 60]) {
    expect(lines.some((line) => line > from && line <= from + 30)).toBe(true);
  }
});
