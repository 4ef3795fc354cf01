import { type Hand, loop, pick } from './similarity-hand.ts';

export type Part = (hand: Hand) => string;

const readMarks: Part = (hand) => {
  const n = (thing: string) => hand.name(thing);
  const body = pick(hand, 'read body', [
    `scanf("%d", &${n('marks')}[${n('i')}]);`,
    `int ${n('one')};\nscanf("%d", &${n('one')});\nif (${n('one')} < 0) ${n('one')} = 0;\n${n('marks')}[${n('i')}] = ${n('one')};`,
    `printf("Mark %d: ", ${n('i')} + 1);\nif (scanf("%d", ${n('marks')} + ${n('i')}) != 1) return ${n('i')};`,
    `char ${n('text')}[32];\nfgets(${n('text')}, 32, stdin);\n${n('marks')}[${n('i')}] = atoi(${n('text')});\nif (${n('marks')}[${n('i')}] > 100) { puts("too high"); ${n('i')}--; }`,
  ]);
  const all = loop(hand, 'read', { by: n('i'), from: '0', to: n('n'), body });
  return `int ${n('readAll')}(int *${n('marks')}, int ${n('n')}) {\n${all}\nreturn ${n('n')};\n}`;
};

const sortMarks: Part = (hand) => {
  const n = (thing: string) => hand.name(thing);
  const [v, c, i, j, t] = [n('sorted'), n('n'), n('i'), n('j'), n('t')];
  const swap = pick(hand, 'swap', [
    `int ${t} = ${v}[${j}]; ${v}[${j}] = ${v}[${j} + 1]; ${v}[${j} + 1] = ${t};`,
    `${v}[${j}] ^= ${v}[${j} + 1];\n${v}[${j} + 1] ^= ${v}[${j}];\n${v}[${j}] ^= ${v}[${j} + 1];`,
    `exchange(&${v}[${j}], &${v}[${j} + 1]);`,
  ]);
  const test = pick(hand, 'sort test', [
    `${v}[${j}] > ${v}[${j} + 1]`,
    `${v}[${j} + 1] < ${v}[${j}]`,
  ]);
  const bubble = loop(hand, 'sort outer', {
    by: i,
    from: '0',
    to: `${c} - 1`,
    body: loop(hand, 'sort inner', {
      by: j,
      from: '0',
      to: `${c} - ${i} - 1`,
      body: `if (${test}) {\n${swap}\n}`,
    }),
  });
  const way = hand.choose('sort', 6);
  const head = `void ${n('sort')}(int *${v}, int ${c})`;
  if (way === 0) return `${head} {\n${bubble}\n}`;
  if (way === 1) {
    return `${head} {\nint ${j}, ${t};\n${loop(hand, 'insert', { by: i, from: '1', to: c, body: `${t} = ${v}[${i}];\n${j} = ${i} - 1;\nwhile (${j} >= 0 && ${v}[${j}] > ${t}) {\n${v}[${j} + 1] = ${v}[${j}];\n${j}--;\n}\n${v}[${j} + 1] = ${t};` })}\n}`;
  }
  if (way === 2) {
    return `${head} {\n${loop(hand, 'select', { by: i, from: '0', to: c, body: `int ${n('least')} = ${i};\n${loop(hand, 'select inner', { by: j, from: `${i} + 1`, to: c, body: `if (${v}[${j}] < ${v}[${n('least')}]) ${n('least')} = ${j};` })}\nif (${n('least')} != ${i}) {\nint ${t} = ${v}[${i}];\n${v}[${i}] = ${v}[${n('least')}];\n${v}[${n('least')}] = ${t};\n}` })}\n}`;
  }
  if (way === 3) {
    return `int ${n('compare')}(const void *${n('a')}, const void *${n('b')}) {\nreturn *(const int *)${n('a')} - *(const int *)${n('b')};\n}\n${head} {\nqsort(${v}, ${c}, sizeof(int), ${n('compare')});\n}`;
  }
  if (way === 4) {
    return `void ${n('quick')}(int *${v}, int ${n('low')}, int ${n('high')}) {\nif (${n('low')} >= ${n('high')}) return;\nint ${n('pivot')} = ${v}[(${n('low')} + ${n('high')}) / 2];\nint ${i} = ${n('low')}, ${j} = ${n('high')};\nwhile (${i} <= ${j}) {\nwhile (${v}[${i}] < ${n('pivot')}) ${i}++;\nwhile (${v}[${j}] > ${n('pivot')}) ${j}--;\nif (${i} <= ${j}) {\nint ${t} = ${v}[${i}];\n${v}[${i}++] = ${v}[${j}];\n${v}[${j}--] = ${t};\n}\n}\n${n('quick')}(${v}, ${n('low')}, ${j});\n${n('quick')}(${v}, ${i}, ${n('high')});\n}\n${head} {\n${n('quick')}(${v}, 0, ${c} - 1);\n}`;
  }
  return `${head} {\nint ${n('half')} = ${c} / 2;\nif (${c} < 2) return;\n${n('sort')}(${v}, ${n('half')});\n${n('sort')}(${v} + ${n('half')}, ${c} - ${n('half')});\nint *${n('copy')} = malloc(${c} * sizeof(int));\nint ${i} = 0, ${j} = ${n('half')}, ${t} = 0;\nwhile (${i} < ${n('half')} && ${j} < ${c}) ${n('copy')}[${t}++] = ${v}[${i}] <= ${v}[${j}] ? ${v}[${i}++] : ${v}[${j}++];\nwhile (${i} < ${n('half')}) ${n('copy')}[${t}++] = ${v}[${i}++];\nwhile (${j} < ${c}) ${n('copy')}[${t}++] = ${v}[${j}++];\nmemcpy(${v}, ${n('copy')}, ${c} * sizeof(int));\nfree(${n('copy')});\n}`;
};

const findMark: Part = (hand) => {
  const n = (thing: string) => hand.name(thing);
  const [v, c, i, k] = [n('where'), n('n'), n('i'), n('key')];
  return pick(hand, 'find', [
    `int ${n('find')}(const int *${v}, int ${c}, int ${k}) {\n${loop(hand, 'find', { by: i, from: '0', to: c, body: `if (${v}[${i}] == ${k}) return ${i};` })}\nreturn -1;\n}`,
    `int ${n('find')}(const int *${v}, int ${c}, int ${k}) {\nint ${n('low')} = 0, ${n('high')} = ${c} - 1;\nwhile (${n('low')} <= ${n('high')}) {\nint ${n('mid')} = (${n('low')} + ${n('high')}) / 2;\nif (${v}[${n('mid')}] == ${k}) return ${n('mid')};\nif (${v}[${n('mid')}] < ${k}) ${n('low')} = ${n('mid')} + 1;\nelse ${n('high')} = ${n('mid')} - 1;\n}\nreturn -1;\n}`,
    `int ${n('seek')}(const int *${v}, int ${n('low')}, int ${n('high')}, int ${k}) {\nif (${n('low')} > ${n('high')}) return -1;\nint ${n('mid')} = ${n('low')} + (${n('high')} - ${n('low')}) / 2;\nif (${k} < ${v}[${n('mid')}]) return ${n('seek')}(${v}, ${n('low')}, ${n('mid')} - 1, ${k});\nif (${k} > ${v}[${n('mid')}]) return ${n('seek')}(${v}, ${n('mid')} + 1, ${n('high')}, ${k});\nreturn ${n('mid')};\n}\nint ${n('find')}(const int *${v}, int ${c}, int ${k}) { return ${n('seek')}(${v}, 0, ${c} - 1, ${k}); }`,
    `int ${n('find')}(const int *${v}, int ${c}, int ${k}) {\nint ${n('found')} = -1;\n${loop(hand, 'find flag', { by: i, from: '0', to: c, body: `if (${n('found')} == -1 && ${v}[${i}] == ${k}) {\n${n('found')} = ${i};\n}` })}\nif (${n('found')} == -1) printf("not there\\n");\nreturn ${n('found')};\n}`,
    `int ${n('find')}(const int *${v}, int ${c}, int ${k}) {\nconst int *${n('p')} = ${v};\nwhile (${n('p')} != ${v} + ${c} && *${n('p')} != ${k}) ${n('p')}++;\nreturn ${n('p')} == ${v} + ${c} ? -1 : (int)(${n('p')} - ${v});\n}`,
  ]);
};

/** A statistic of all marks: its name, initial value, step and result. */
function figure(name: string, ways: readonly [string, string, string, string][]): Part {
  return (hand) => {
    const n = (thing: string) => hand.name(thing);
    const [type, begin, step, end] = ways[hand.choose(name, ways.length)] ?? ['', '', '', ''];
    const put = (text: string) =>
      text
        .replaceAll('$v', n(`${name} values`))
        .replaceAll('$n', n('n'))
        .replaceAll('$i', n('i'))
        .replaceAll('$s', n(`${name} sum`))
        .replaceAll('$m', n(`${name} other`));
    const all = loop(hand, name, { by: n('i'), from: '0', to: n('n'), body: put(step) });
    return put(`${type} ${n(name)}(int *$v, int $n) {\n${begin}\n${all}\n${end}\n}`);
  };
}

const figures: Part[] = [
  figure('mean', [
    ['double', 'double $s = 0;', '$s += $v[$i];', 'return $n ? $s / $n : 0;'],
    [
      'float',
      'int $s = 0;',
      '$s = $s + *($v + $i);',
      'if ($n == 0) return 0;\nreturn (float)$s / $n;',
    ],
    ['double', 'double $m = 0;', '$m = $m + ($v[$i] - $m) / ($i + 1);', 'return $m;'],
    [
      'double',
      'long $s = 0, $m = 0;',
      'if ($v[$i] >= 0) { $s += $v[$i]; $m++; }',
      'return $m > 0 ? (double)$s / $m : -1;',
    ],
  ]),
  figure('spread', [
    [
      'double',
      'double $s = 0, $m = 0;',
      '$s += $v[$i];\n$m += (double)$v[$i] * $v[$i];',
      'return sqrt($m / $n - ($s / $n) * ($s / $n));',
    ],
    [
      'double',
      'double $m = mean_of($v, $n), $s = 0;',
      '$s += pow($v[$i] - $m, 2);',
      'return sqrt($s / $n);',
    ],
    [
      'int',
      'int $s = $v[0], $m = $v[0];',
      'if ($v[$i] < $s) $s = $v[$i];\nelse if ($v[$i] > $m) $m = $v[$i];',
      'return $m - $s;',
    ],
    [
      'double',
      'double $s = 0;\nint $m = $v[$n / 2];',
      '$s += abs($v[$i] - $m);',
      'return $s / $n;',
    ],
  ]),
  figure('passed', [
    ['int', 'int $s = 0;', 'if ($v[$i] >= 40) $s++;', 'return $s;'],
    ['int', 'int $s = $n;', 'if ($v[$i] < 40) { $s = $s - 1; }', 'return $s;'],
    ['int', 'int $s = 0;', '$s += $v[$i] > 39 ? 1 : 0;', 'printf("%d passed\\n", $s);\nreturn $s;'],
    [
      'int',
      'int $s = 0, $m = 0;',
      'switch ($v[$i] / 40) {\ncase 0: $m++; break;\ndefault: $s++;\n}',
      'return $s - 0 * $m;',
    ],
  ]),
  figure('grades', [
    [
      'void',
      'int $s[5] = {0};',
      'if ($v[$i] >= 90) $s[0]++;\nelse if ($v[$i] >= 75) $s[1]++;\nelse if ($v[$i] >= 60) $s[2]++;\nelse if ($v[$i] >= 40) $s[3]++;\nelse $s[4]++;',
      'for (int $m = 0; $m < 5; $m++) printf("%c: %d\\n", 65 + $m, $s[$m]);',
    ],
    [
      'void',
      'char $s;',
      '$s = $v[$i] > 89 ? 65 : $v[$i] > 74 ? 66 : $v[$i] > 59 ? 67 : 70;\nprintf("%d %c\\n", $v[$i], $s);',
      '',
    ],
    [
      'void',
      'int $s[11] = {0}, $m;',
      '$s[$v[$i] / 10] += 1;',
      'for ($m = 10; $m >= 0; $m--) {\nprintf("%3d ", $m * 10);\nwhile ($s[$m]-- > 0) putchar(42);\nputs("");\n}',
    ],
    [
      'void',
      'int $s = 0;\nconst char *$m = "FFFFDCCBAAA";',
      '$s = $v[$i] / 10;\nif ($s > 10) $s = 10;\nprintf("roll %d got %c\\n", $i + 1, $m[$s]);',
      'printf("done %d\\n", $s);',
    ],
  ]),
  figure('longest rise', [
    [
      'int',
      'int $s = 1, $m = 1;',
      'if ($i > 0 && $v[$i] > $v[$i - 1]) { $s++; if ($s > $m) $m = $s; }\nelse $s = 1;',
      'return $m;',
    ],
    [
      'int',
      'int $m = 0;',
      'int $s = $i;\nwhile ($s + 1 < $n && $v[$s + 1] > $v[$s]) $s++;\nif ($s - $i + 1 > $m) $m = $s - $i + 1;',
      'return $m;',
    ],
    [
      'int',
      'int $m = 0, *$s = calloc($n + 1, sizeof(int));',
      '$s[$i] = $i && $v[$i - 1] < $v[$i] ? $s[$i - 1] + 1 : 1;\n$m = $m > $s[$i] ? $m : $s[$i];',
      'free($s);\nreturn $m;',
    ],
  ]),
  figure('twice', [
    [
      'int',
      'int $s = 0;',
      'for (int $m = $i + 1; $m < $n; $m++) {\nif ($v[$i] == $v[$m]) { $s++; break; }\n}',
      'return $s;',
    ],
    [
      'int',
      'char $m[101] = {0};\nint $s = 0;',
      'if ($m[$v[$i]]) $s++;\n$m[$v[$i]] = 1;',
      'return $s;',
    ],
    ['int', 'int $s = 0, $m = -1;', 'if ($v[$i] == $m) $s = $s + 1;\n$m = $v[$i];', 'return $s;'],
    [
      'int',
      'int $m[128], $s = 0;\nmemset($m, 0, sizeof $m);',
      '$m[$v[$i]]++;',
      'for (int $i = 0; $i < 128; $i++) $s += $m[$i] > 1;\nreturn $s;',
    ],
  ]),
];

export const mainPart: Part = (hand) => {
  const n = (thing: string) => hand.name(thing);
  const calls = [
    `printf("Mean %.2f\\n", ${n('mean')}(${n('all')}, ${n('size')}));`,
    `printf("Spread %.2f\\n", ${n('spread')}(${n('all')}, ${n('size')}));`,
    `printf("%d passed\\n", ${n('passed')}(${n('all')}, ${n('size')}));`,
    `${n('grades')}(${n('all')}, ${n('size')});`,
    `${n('sort')}(${n('all')}, ${n('size')});`,
    `printf("at %d\\n", ${n('find')}(${n('all')}, ${n('size')}, 50));`,
    `printf("rise %d\\n", ${n('longest rise')}(${n('all')}, ${n('size')}));`,
    `printf("twice %d\\n", ${n('twice')}(${n('all')}, ${n('size')}));`,
  ].toSorted(
    (one, other) => hand.choose(`order ${one}`, 1000) - hand.choose(`order ${other}`, 1000),
  );
  const cases = calls.map((call, at) => `case ${at + 1}:\n${call}\nbreak;`).join('\n');
  const chain = calls
    .map((call, at) => `if (${n('choice')} == ${at + 1}) {\n${call}\n}`)
    .join(' else ');
  const begin = pick(hand, 'begin', [
    `int ${n('all')}[100], ${n('size')};\nscanf("%d", &${n('size')});`,
    `int ${n('size')} = 0;\nprintf("How many? ");\nscanf("%d", &${n('size')});\nint *${n('all')} = malloc(${n('size')} * sizeof *${n('all')});\nif (!${n('all')}) return 1;`,
    `static int ${n('all')}[1000];\nint ${n('size')};\ndo {\nscanf("%d", &${n('size')});\n} while (${n('size')} < 1 || ${n('size')} > 1000);`,
  ]);
  const rest = pick(hand, 'menu', [
    calls.join('\n'),
    `int ${n('choice')};\nwhile (scanf("%d", &${n('choice')}) == 1 && ${n('choice')} != 0) {\nswitch (${n('choice')}) {\n${cases}\ndefault:\nputs("?");\n}\n}`,
    `int ${n('choice')} = -1;\ndo {\nprintf("choice: ");\nscanf("%d", &${n('choice')});\n${chain}\n} while (${n('choice')} != 9);`,
    `for (;;) {\nint ${n('choice')};\nif (scanf("%d", &${n('choice')}) != 1) break;\nif (!${n('choice')}) break;\n${chain} else printf("wrong choice\\n");\n}`,
  ]);
  return `int main(void) {\n${begin}\n${n('readAll')}(${n('all')}, ${n('size')});\n${rest}\nreturn 0;\n}`;
};

export const parts: readonly Part[] = [readMarks, sortMarks, findMark, ...figures];
