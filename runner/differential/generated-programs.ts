import type { DifferentialProgram } from './program.ts';

/** Reproducible pseudo-random numbers (mulberry32). */
function makeChance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Chance = (below: number) => number;

function pick<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[chance(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** Integers only, and no division by zero, so that every machine computes the same. */
function expression(chance: Chance, names: readonly string[], depth: number): string {
  if (depth === 0) return chance(2) === 0 ? pick(chance, names) : String(chance(20) - 5);
  const left = expression(chance, names, depth - 1);
  const right = expression(chance, names, depth - 1);
  return `(${left} ${pick(chance, ['+', '-', '*', '^', '&', '|'])} ${right})`;
}

const NAMES = ['a', 'b', 'c'];
const FAULTS: readonly ((source: string, chance: Chance) => string)[] = [
  (source) => source,
  (source) => source,
  (source, chance) => dropOne(source, /[;:)]/g, chance),
  (source, chance) => dropOne(source, /[{(=]/g, chance),
  (source, chance) => source.replace(/\bb\b/g, (name) => (chance(4) === 0 ? 'bb' : name)),
];

function dropOne(source: string, mark: RegExp, chance: Chance): string {
  const places = [...source.matchAll(mark)].map(({ index }) => index);
  if (places.length === 0) return source;
  const place = pick(chance, places);
  return `${source.slice(0, place)}${source.slice(place + 1)}`;
}

/** The same small function with a loop, in each language. */
function body(chance: Chance) {
  return {
    turns: 3 + chance(5),
    start: chance(9),
    step: expression(chance, NAMES, 2),
    test: expression(chance, NAMES, 1),
    other: expression(chance, NAMES, 1),
  };
}

const CUT = '& 0xfff';

function writeC(chance: Chance): string {
  const { turns, start, step, test, other } = body(chance);
  return `#include <stdio.h>
static int work(int a, int b) {
  int c = ${start};
  for (int i = 0; i < ${turns}; i++) {
    c = ${step} ${CUT};
    if (${test} > 3) b = ${other} ${CUT};
    else a = a + i;
    printf("%d %d %d\\n", a, b, c);
  }
  return c;
}
int main(void) {
  int b = work(${chance(9)}, ${chance(9)});
  return b & 63;
}
`;
}

function writePython(chance: Chance): string {
  const { turns, start, step, test, other } = body(chance);
  return `def work(a, b):
    c = ${start}
    for i in range(${turns}):
        c = ${step} ${CUT}
        if ${test} > 3:
            b = ${other} ${CUT}
        else:
            a = a + i
        print(a, b, c)
    return c

b = work(${chance(9)}, ${chance(9)})
raise SystemExit(b & 63)
`;
}

function writeJava(chance: Chance): string {
  const { turns, start, step, test, other } = body(chance);
  return `public class Main {
  static int work(int a, int b) {
    int c = ${start};
    for (int i = 0; i < ${turns}; i++) {
      c = ${step} ${CUT};
      if (${test} > 3) b = ${other} ${CUT};
      else a = a + i;
      System.out.println(a + " " + b + " " + c);
    }
    return c;
  }
  public static void main(String[] words) {
    int b = work(${chance(9)}, ${chance(9)});
    System.exit(b & 63);
  }
}
`;
}

const HEADERS = ['cstdio', 'string', 'vector', 'map', 'algorithm', 'cmath', 'set', 'iostream'];
/** One use of each header, so that a missing header causes an error. */
const USES: Record<string, string> = {
  cstdio: 'std::printf("%d\\n", 7);',
  string: 'std::string s("abc"); if (s.size() != 3) return 1;',
  vector: 'std::vector<int> v(3); if (v.size() != 3) return 2;',
  map: 'std::map<int, int> m; if (!m.empty()) return 3;',
  algorithm: 'int f[] = {2, 1}; std::sort(f, f + 2); if (f[0] != 1) return 4;',
  cmath: 'if (std::abs(-2.0) != 2) return 5;',
  set: 'std::set<int> t{1}; if (t.size() != 1) return 6;',
  iostream: 'std::cout << "out" << __LINE__ << std::endl;',
};

/** Headers in any order, with blank lines and comments between them, and sometimes one missing. */
function writeCpp(chance: Chance): string {
  const rest = [...HEADERS];
  const chosen = Array.from({ length: 2 + chance(3) }, () =>
    rest.splice(chance(rest.length), 1).join(),
  );
  const between = ['', '\n', '// next\n', '/* next */\n'];
  const includes = chosen.map((name) => `${pick(chance, between)}#include <${name}>\n`).join('');
  const used = chance(4) === 0 ? [...chosen, ...rest.slice(0, 1)] : chosen;
  return `${includes}int main() {\n${used.map((name) => `  ${USES[name]}\n`).join('')}  return 0;\n}\n`;
}

const WRITERS = [
  { language: 'c', write: writeC, count: 30 },
  { language: 'python', write: writePython, count: 30 },
  { language: 'java', write: writeJava, count: 10 },
  { language: 'cpp', write: writeCpp, count: 8 },
] as const;

/** Generated programs. The seed is fixed, so they are the same in every run. */
export function generatePrograms(seed: number): DifferentialProgram[] {
  const chance = makeChance(seed);
  return WRITERS.flatMap(({ language, write, count }) =>
    Array.from({ length: count }, (_, index) => {
      const source = write(chance);
      const isSpoilt = language !== 'cpp';
      return {
        name: `generated ${index}`,
        language,
        source: isSpoilt ? pick(chance, FAULTS)(source, chance) : source,
        stdin: '',
      };
    }),
  );
}
