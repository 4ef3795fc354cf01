import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
} from '@vlabs/contract/runs/languages';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface BenchProgram {
  name: string;
  languageId: number;
  file: string;
  source: string;
  /** Makes a new source without a change to the compiler's work. */
  comment: string;
  /** The command that runs it after compilation. */
  run: readonly [string, ...string[]];
  /** The ratio of Execute to the bare compiler and program, as measured for other products on two cores. */
  goJudge: string;
  target: number;
}

const A_OUT = ['./a.out'] as const;

function readProgram(file: string): string {
  return readFileSync(join(import.meta.dirname, 'programs', file), 'utf8');
}

const c = { languageId: LANGUAGE_C, file: 'main.c', comment: '//', run: A_OUT };
const cpp = { languageId: LANGUAGE_CPP, file: 'main.cpp', comment: '//', run: A_OUT };
const java = (name: string) => ({
  languageId: LANGUAGE_JAVA,
  file: `${name}.java`,
  comment: '//',
  run: ['/usr/bin/java', name] as const,
});
const python = {
  languageId: LANGUAGE_PYTHON,
  file: 'script.py',
  comment: '#',
  run: ['/usr/bin/python3', 'script.py'] as const,
};

/** Each source is different, so that no cached result is used. */
export const everySourceNew: readonly BenchProgram[] = [
  {
    ...c,
    name: 'C hello',
    source: '#include <stdio.h>\nint main(void) { puts("hello"); }\n',
    goJudge: '1.46 ×',
    target: 1,
  },
  {
    ...cpp,
    name: 'C++ hello, <iostream>',
    source: '#include <iostream>\nint main() { std::cout << "hello\\n"; }\n',
    goJudge: '1.09 ×',
    target: 0.75,
  },
  {
    ...cpp,
    name: 'C++ hello, <bits/stdc++.h>',
    source: '#include <bits/stdc++.h>\nint main() { std::cout << "hello\\n"; }\n',
    goJudge: '1.02 ×',
    target: 0.4,
  },
  {
    ...cpp,
    name: 'C++ of 100 lines',
    source: readProgram('students.cpp'),
    goJudge: '1.02 ×',
    target: 0.75,
  },
  {
    ...java('Main'),
    name: 'Java hello',
    source:
      'public class Main { public static void main(String[] a) { System.out.println("hello"); } }\n',
    goJudge: '0.99 ×',
    target: 0.5,
  },
  {
    ...java(basename('Bank.java', '.java')),
    name: 'Java of 100 lines',
    source: readProgram('Bank.java'),
    goJudge: '–',
    target: 0.5,
  },
  {
    ...python,
    name: 'Python hello',
    source: 'print("hello")\n',
    goJudge: '1.75 ×',
    target: 1.6,
  },
];

/** The same source each time: it reads a number and prints the next. */
export const otherInput: readonly Omit<BenchProgram, 'goJudge' | 'target'>[] = [
  {
    ...c,
    name: 'C',
    source:
      '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", n + 1); }\n',
  },
  {
    ...cpp,
    name: 'C++',
    source:
      '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n + 1 << "\\n"; }\n',
  },
  {
    ...java('Next'),
    name: 'Java',
    source:
      'import java.util.Scanner;\npublic class Next { public static void main(String[] a) { System.out.println(new Scanner(System.in).nextInt() + 1); } }\n',
  },
  { ...python, name: 'Python', source: 'print(int(input()) + 1)\n' },
];
