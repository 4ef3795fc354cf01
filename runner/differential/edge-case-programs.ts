import type { Language } from '@vlabs/contract/runs/languages';
import type { DifferentialProgram } from './program.ts';

const many = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** Sources with unusual bytes, and sources that are too long to write down. */
const listed: [language: Language, name: string, source: string, stdin?: string][] = [
  ['c', 'nothing', ''],
  [
    'c',
    'no end of line',
    '#include <stdio.h>\nint main(void) { puts("end"); return 0; } // the end',
  ],
  ['c', 'Windows line ends', '#include <stdio.h>\r\nint main(void) {\r\n  return x;\r\n}\r\n'],
  ['c', 'old Mac line ends', '#include <stdio.h> // a\rint main(void) { return 0; }\r'],
  ['c', 'a byte order mark', '\uFEFF#include <stdio.h>\nint main(void) { puts("mark"); }'],
  ['c', 'NUL in the source', 'int main(void) { return 0; }\0\n'],
  ['c', 'many errors', `int main(void) {\n${many(30, (n) => `  a${n} = b${n} + ;`)}\n}`],
  ['c', 'a deep expression', `int main(void) { return ${'('.repeat(300)}0${')'.repeat(300)}; }`],
  ['cpp', 'nothing', ''],
  [
    'cpp',
    'Windows line ends',
    '#include <iostream>\r\n#include <string>\r\nint main() {\r\n  std::string s = 5;\r\n}\r\n',
  ],
  ['cpp', 'old Mac line ends', '#include <iostream> // a\r#include <vector>\r\nint main() {}\n'],
  ['cpp', 'a byte order mark', '\uFEFF#include <iostream>\nint main() { std::cout << "mark"; }'],
  [
    'cpp',
    'a form feed before the include',
    '\f#include <iostream>\n\v#include <string>\nint main() { std::cout << 1; }',
  ],
  [
    'cpp',
    'bytes that are no text',
    '#include <iostream>\nint main() { std::cout << "\x80\xff" << __LINE__; }',
  ],
  ['cpp', 'no end of line', '#include <iostream>\nint main() { std::cout << __LINE__; } // \\'],
  ['cpp', 'only an include', '#include <iostream>'],
  [
    'cpp',
    'an include that goes on',
    '#include <iostream> \\\n\nint main() { std::cout << __LINE__; }',
  ],
  ['java', 'nothing', ''],
  [
    'java',
    'Windows line ends',
    'public class Main {\r\n  public static void main(String[] a) {\r\n    int x = y;\r\n  }\r\n}\r\n',
  ],
  [
    'java',
    'a byte order mark',
    '\uFEFFpublic class Main { public static void main(String[] a) {} }',
  ],
  [
    'java',
    'many errors',
    `public class Main { void f() {\n${many(120, (n) => `a${n} = b${n};`)}\n} }`,
  ],
  [
    'java',
    'a deep expression',
    `public class Main { int x = ${'('.repeat(2000)}0${')'.repeat(2000)}; }`,
  ],
  [
    'java',
    'a long sum',
    `public class Main { String s = ""${' + "a" + Math.abs(1)'.repeat(3000)}; }`,
  ],
  ['java', 'a text that is too long', `public class Main { String s = "${'x'.repeat(70_000)}"; }`],
  [
    'java',
    'a method that is too long',
    `public class Main { void f(int x) {\n${'x += x * 31 + 7;\n'.repeat(9000)}} }`,
  ],
  [
    'java',
    'a class name of 120 letters',
    `public class ${'Long'.repeat(30)} { public static void main(String[] a) { System.out.println("long"); } }`,
  ],
  ['python', 'nothing', ''],
  ['python', 'a byte order mark', '\uFEFFprint("mark")'],
  ['python', 'NUL in the source', 'print(1)\0'],
  ['python', 'Windows line ends', 'x = 1\r\nif x:\r\n    print("crlf")\r\n1/0\r\n'],
  ['python', 'old Mac line ends', 'x = 1\rprint(x)\r1/0'],
  ['python', 'no end of line', 'def f(:'],
  ['python', 'a deep expression', `print(${'('.repeat(250)}1${')'.repeat(250)})`],
];

export const edgeCasePrograms: DifferentialProgram[] = listed.map(
  ([language, name, source, stdin = '']) => ({ language, name, source, stdin }),
);
