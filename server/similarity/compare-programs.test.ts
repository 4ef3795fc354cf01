import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
} from '@vlabs/contract/runs/languages';
import { array, assert, boolean, constantFrom, nat, oneof, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePrograms } from './compare-programs.ts';
import { joinFiles } from './programs/tokenise.ts';

const compare = (
  sources: readonly string[],
  { languageId = LANGUAGE_C, leftOut = [] }: { languageId?: number; leftOut?: string[] } = {},
) =>
  comparePrograms({
    languageId,
    leftOut,
    programs: sources.map((text, at) => ({ id: String(at), files: [{ name: '', text }] })),
  });

const similarityOf = (one: string, other: string, options = {}) =>
  compare([one, other], options).pairs[0]?.similarity ?? 0;

const largest = `int largest(int *values, int count) {
  int best = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] > best) best = values[i];
  }
  return best;
}
`;
const sum = `long sum(int *values, int count) {
  long total = 0;
  while (count > 0) {
    count--;
    total += values[count];
  }
  printf("%ld in all\\n", total);
  return total;
}
`;
const reverse = `void reverse(char *text) {
  char *last = text + strlen(text) - 1;
  do {
    char kept = *text;
    *text++ = *last;
    *last-- = kept;
  } while (text < last);
}
`;

test('comments, space, braces and names change nothing', () => {
  const other = `/* mine */ int maximum(int *a, int n)
{
    int m = a[0]; // the first
    for (int k = 1; k < n; k++)
        if (a[k] > m)
            m = a[k];
    return m;
}`;
  expect(similarityOf(largest, other)).toBe(1);
});

test('functions in another order are the same functions', () => {
  const one = largest + sum + reverse;
  const other = reverse + largest + sum;
  const [pair] = compare([one, other]).pairs;
  expect(pair?.similarity).toBe(1);
  expect(pair?.fragments).toHaveLength(2);
});

test('names that change places are another program', () => {
  const one =
    'int f(int a, int b) { while (a > b) { a = a - b; b = b + a; a = a * a; } return a; }';
  const other =
    'int f(int a, int b) { while (b > a) { b = a - a; a = b + b; b = a * b; } return b; }';
  expect(similarityOf(one, other)).toBe(0);
});

test('of two halves that are shared, the parts and the lines are told by hand', () => {
  const [pair] = compare([largest + sum, largest + reverse]).pairs;
  // The whole of `largest` and the start of the next function.
  const one = joinFiles([{ name: '', text: largest + sum }]);
  const [fragment] = pair?.fragments ?? [];
  expect(one.slice(fragment?.[0], fragment?.[1])).toMatch(/^int largest[^]*long sum\(int \*$/);
  expect(pair?.longestLines).toBe(8);
  expect(pair?.similarity).toBeGreaterThan(0.4);
  expect(pair?.similarity).toBeLessThan(0.6);
});

test('a small program inside a large one is wholly in it', () => {
  const [pair] = compare([largest, largest + sum + reverse]).pairs;
  expect(pair?.partOfOne).toBe(1);
  expect(pair?.partOfOther).toBeLessThan(0.5);
});

test('starter code alone is nothing of a student’s own', () => {
  const { pairs, programs } = compare([largest, largest], { leftOut: [largest] });
  expect(pairs).toEqual([]);
  expect(programs.map(({ isTooShort, leftOut }) => [isTooShort, leftOut])).toEqual([
    [true, 1],
    [true, 1],
  ]);
});

test('what stands beside the starter code is compared, and a copy of it is whole', () => {
  const renamed = largest.replaceAll('best', 'top');
  expect(similarityOf(largest + sum, renamed + sum, { leftOut: [largest] })).toBe(1);
  expect(similarityOf(largest + sum, largest + reverse, { leftOut: [largest] })).toBe(0);
});

test('what most of a class shares is left out, unless it is whole programs that are equal', () => {
  const own = Array.from(
    { length: 12 },
    (_, at) => `${largest}int f${at}(int x) { ${`x = x * ${at} + x;`.repeat(at + 2)} return x; }`,
  );
  expect(compare(own).programs.every(({ leftOut }) => leftOut > 0.3)).toBe(true);
  const copied = [...Array.from({ length: 12 }, () => sum), reverse, largest];
  expect(compare(copied).pairs[0]?.similarity).toBe(1);
});

const programOf = (id: string, files: string[]) => ({
  id,
  files: files.map((text, at) => ({ name: `part${at}.c`, text })),
});

test('files of one program are compared together and never across their border', () => {
  const { pairs } = comparePrograms({
    languageId: LANGUAGE_C,
    leftOut: [],
    programs: [programOf('a', [largest, sum]), programOf('b', [sum, largest])],
  });
  expect(pairs[0]?.similarity).toBe(1);
  const text = joinFiles(programOf('a', [largest, sum]).files);
  const shown = pairs[0]?.fragments.map(([from, to]) => text.slice(from, to).trim());
  expect(shown?.[0]).toMatch(/^int largest[^]*best;$/);
  expect(shown?.[1]).toMatch(/^long sum[^]*total;$/);
});

describe('each language is read by its own rules', () => {
  test('C++: std and using, types and raw text', () => {
    const one = `#include <iostream>
using namespace std;
int main() { string line = R"(a ; b)"; while (getline(cin, line)) cout << line.size() << endl; for (const auto& c : line) cout << c; }`;
    const other = `import std;
int main() { std::string l = "other"; while (std::getline(std::cin, l)) { std::cout << l.size() << std::endl; } for (char& x : l) { std::cout << x; } }`;
    expect(similarityOf(one, other, { languageId: LANGUAGE_CPP })).toBe(1);
  });
  test('Java: imports, annotations and who may see what', () => {
    const body =
      'int area(int w, int h) { if (w < 0 || h < 0) throw new Bad("no"); return w * h; } }';
    const one = `import java.util.*;\npublic class Main { @Override public final ${body}`;
    const other = `package lab;\nclass Box { /** of a box */ private long ${body.slice(4)}`;
    expect(similarityOf(one, other, { languageId: LANGUAGE_JAVA })).toBe(1);
  });
  test('Python: docstrings, comments, quotes and lines that go on', () => {
    const one = `def mean(values):\n    """Of all."""\n    total = 0\n    for value in values:\n        total += value  # each\n    print(f'mean {total}')\n    return total / len(values)\n`;
    const other = `import math\ndef m(v):\n\tt = 0\n\tfor x in v :\n\t\tt += x\n\tprint("other")\n\treturn (\n\t\tt / len(v))\n`;
    expect(similarityOf(one, one.replaceAll('total', 'all'), { languageId: LANGUAGE_PYTHON })).toBe(
      1,
    );
    expect(similarityOf(one, other, { languageId: LANGUAGE_PYTHON })).toBeGreaterThan(0.7);
  });
});

/** Programs with random statements and a few names. */
const name = constantFrom('a', 'b', 'count', 'total', 'x1');
const statement = oneof(
  tuple(name, name, constantFrom('+', '-', '*')).map(([a, b, sign]) => `${a} = ${b} ${sign} ${a};`),
  tuple(name, name).map(([a, b]) => `if (${a} > ${b}) { ${b}++; }`),
  tuple(name, nat()).map(([a, number]) => `while (${a} != ${number}) ${a} -= 2;`),
  name.map((a) => `printf("%d", ${a});`),
);
const program = array(statement, { minLength: 6, maxLength: 60 }).map(
  (lines) => `int main(void) {\n${lines.join('\n')}\nreturn 0;\n}\n`,
);

describe('whatever the programs', () => {
  test('it makes no difference which of two is the first', () => {
    assert(
      property(program, program, (one, other) => {
        const [there] = compare([one, other]).pairs;
        const [back] = compare([other, one]).pairs;
        expect(back?.similarity).toBe(there?.similarity);
        expect([back?.partOfOther, back?.longestLines]).toEqual([
          there?.partOfOne,
          there?.longestLines,
        ]);
      }),
      { numRuns: 100 },
    );
  });
  test('a copy is the same, renamed or not, with starter code or without', () => {
    assert(
      property(program, program, boolean(), (source, starter, hasStarter) => {
        const text = hasStarter ? starter + source : source;
        const renamed = text.replaceAll(/\b(a|b|count|total|x1)\b/g, 'other_$1');
        const leftOut = hasStarter ? [starter] : [];
        const { programs, pairs } = compare([text, renamed], { leftOut });
        expect(programs[0]?.isTooShort || pairs[0]?.similarity === 1).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
  test('the parts that are marked lie in the texts, in order, and none over another', () => {
    assert(
      property(program, program, (one, other) => {
        for (const { fragments } of compare([one + other, other + one]).pairs) {
          let end = 0;
          for (const [from, to, fromOther, toOther] of fragments) {
            expect(from >= end && to > from && to <= (one + other).length).toBe(true);
            expect(toOther > fromOther && toOther <= (one + other).length).toBe(true);
            end = to;
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

test('text that is no program, or made to be slow, is compared in time that grows with it', () => {
  const deep = '('.repeat(200_000);
  const hostile = [
    '',
    ' \n\t',
    '"'.repeat(1000),
    `/*${'*'.repeat(300_000)}`,
    deep,
    deep,
    'x=1;'.repeat(250_000),
    'x=1;'.repeat(250_000),
    '#define A \\\n'.repeat(100_000),
    'R"aaaaaaaaaaaaaaa('.repeat(50_000),
    '\uD800é☃'.repeat(10_000),
  ];
  for (const languageId of [LANGUAGE_C, LANGUAGE_CPP, LANGUAGE_JAVA, LANGUAGE_PYTHON]) {
    const { programs, pairs } = compare(hostile, { languageId });
    expect(programs[0]?.isTooShort).toBe(true);
    expect(programs.some(({ isCut }) => isCut)).toBe(true);
    expect(pairs.every(({ similarity }) => similarity <= 1)).toBe(true);
  }
});
