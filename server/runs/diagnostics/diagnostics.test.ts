import { describe, expect, test } from 'vitest';
import { readDiagnostics } from './diagnostics.ts';
import { fileOf, ofCompiler, ofProgram } from './diagnostics.setup.ts';

describe('GCC', () => {
  test('names line, column, severity and text', () => {
    const source = 'int main(void) {\n  int x = 1\n  return x;\n}\n';
    const output = [
      'main.c: In function ‘main’:',
      'main.c:3:3: error: expected ‘,’ or ‘;’ before ‘return’',
      '    3 |   return x;',
      '      |   ^~~~~~',
      'main.c:2:7: warning: unused variable ‘x’ [-Wunused-variable]',
      'main.c:2:7: note: declared here',
    ].join('\n');
    expect(ofCompiler('main.c', source, output)).toEqual([
      { severity: 'error', line: 3, column: 3, text: 'expected ‘,’ or ‘;’ before ‘return’' },
      {
        severity: 'warning',
        line: 2,
        column: 7,
        text: 'unused variable ‘x’ [-Wunused-variable]',
      },
      { severity: 'note', line: 2, column: 7, text: 'declared here' },
    ]);
  });

  test('says what to write in place of void main', () => {
    const warning = 'main.c:1:6: warning: return type of ‘main’ is not ‘int’ [-Wmain]';
    expect(ofCompiler('main.c', 'void main() {}\n', warning)).toEqual([
      {
        severity: 'warning',
        line: 1,
        column: 6,
        text: 'return type of ‘main’ is not ‘int’ [-Wmain]: write int main, and return 0 at its end',
      },
    ]);
  });

  test('counts a tab as the columns up to the next eighth', () => {
    const source = 'int main(void) {\n\treturn "a";\n}\n';
    const found = ofCompiler('main.c', source, 'main.c:2:16: warning: returning ‘char *’');
    expect(found[0]?.column).toBe('\treturn '.length + 1);
  });

  test('stops at a missing header', () => {
    const output =
      'main.c:1:10: fatal error: nope.h: No such file or directory\ncompilation terminated.';
    expect(ofCompiler('main.c', '#include <nope.h>\n', output)).toEqual([
      { severity: 'error', line: 1, column: 10, text: 'nope.h: No such file or directory' },
    ]);
  });

  test('reads the file under whatever folder the compiler named', () => {
    const found = ofCompiler(
      'main.cpp',
      'x\n',
      '/box/main.cpp:1:1: error: ‘x’ does not name a type',
    );
    expect(found).toHaveLength(1);
  });

  test('brings an error inside a library to the line of the program that caused it', () => {
    const output = [
      'In file included from main.cpp:1:',
      '/usr/include/c++/12/bits/predefined_ops.h: In instantiation of ‘bool f()’:',
      '/usr/include/c++/12/bits/stl_algo.h:1809:14:   required from ‘void std::sort()’',
      'main.cpp:3:5:   required from here',
      '/usr/include/c++/12/bits/predefined_ops.h:158:30: error: expression cannot be used as a function',
    ].join('\n');
    expect(ofCompiler('main.cpp', '1\n2\n    sort\n', output)).toEqual([
      { severity: 'error', line: 3, column: 5, text: 'expression cannot be used as a function' },
    ]);
  });

  test('says nothing of a place when the linker fails', () => {
    const output = 'main.cpp:(.text+0x5): undefined reference to `foo()`\ncollect2: error: ld';
    expect(ofCompiler('main.cpp', 'x', output)).toEqual([]);
  });

  test('of a line that the program does not have is left out', () => {
    expect(ofCompiler('main.c', 'one line', 'main.c:99:1: error: far away')).toEqual([]);
  });
});

describe('javac', () => {
  test('gives the column by a caret', () => {
    const source = 'public class Main {\n\tint x = "é" + 1\n}\n';
    const output = [
      "Main.java:2: error: ';' expected",
      '\tint x = "é" + 1',
      '\t               ^',
      '1 error',
    ].join('\n');
    expect(ofCompiler('Main.java', source, output)).toEqual([
      { severity: 'error', line: 2, column: 17, text: "';' expected" },
    ]);
  });

  test('keeps each of two errors with its own caret', () => {
    const output = [
      'Main.java:1: error: cannot find symbol',
      'ab',
      '^',
      '  symbol:   variable ab',
      'Main.java:2: error: cannot find symbol',
      ' cd',
      ' ^',
      '2 errors',
    ].join('\n');
    const columns = ofCompiler('Main.java', 'ab\n cd\n', output).map(({ column }) => column);
    expect(columns).toEqual([1, 2]);
  });
});

describe('Java', () => {
  test('names the first of its own lines that threw', () => {
    const stderr = [
      'Exception in thread "main" java.util.NoSuchElementException: No line found',
      '\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)',
      '\tat Main.read(Main.java:4)',
      '\tat Main.main(Main.java:2)',
    ].join('\n');
    expect(ofProgram('Main.java', '1\n2\n3\n4\n', stderr)).toEqual([
      {
        severity: 'error',
        line: 4,
        column: null,
        text: 'java.util.NoSuchElementException: No line found',
      },
    ]);
  });
});

test('a Java program may name its public class as it likes', () => {
  const output = "Sum.java:1: error: ';' expected\nint x\n     ^\n1 error";
  expect(ofCompiler('Sum.java', 'int x\n', output)).toEqual([
    { severity: 'error', line: 1, column: 6, text: "';' expected" },
  ]);
});

describe('Python', () => {
  test('names the innermost of its own lines', () => {
    const source = 'def f(a):\n    return 1 / a\n\nprint(f(0))\n';
    const stderr = [
      'Traceback (most recent call last):',
      '  File "/box/script.py", line 4, in <module>',
      '    print(f(0))',
      '          ^^^^',
      '  File "/box/script.py", line 2, in f',
      '    return 1 / a',
      '           ~~^~~',
      'ZeroDivisionError: division by zero',
    ].join('\n');
    expect(ofProgram('script.py', source, stderr)).toEqual([
      { severity: 'error', line: 2, column: 14, text: 'ZeroDivisionError: division by zero' },
    ]);
  });

  test('shows where the syntax is wrong, whatever the indentation', () => {
    const source = 'if True:\n        x = (1,\n';
    const stderr = [
      '  File "script.py", line 2',
      '    x = (1,',
      '        ^',
      "SyntaxError: '(' was never closed",
    ].join('\n');
    expect(ofProgram('script.py', source, stderr)).toEqual([
      { severity: 'error', line: 2, column: 13, text: "SyntaxError: '(' was never closed" },
    ]);
  });

  test('of an exception inside a library names the call in the program', () => {
    const stderr = [
      'Traceback (most recent call last):',
      '  File "script.py", line 1, in <module>',
      '  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads',
      '    return _default_decoder.decode(s)',
      '           ^^^^^^^^^^^^^^^^^^^^^^^^^^',
      'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    ].join('\n');
    expect(ofProgram('script.py', 'import json; json.loads("")', stderr)).toEqual([
      {
        severity: 'error',
        line: 1,
        column: null,
        text: 'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
      },
    ]);
  });

  test('names an exception of the program’s own', () => {
    const stderr =
      'Traceback (most recent call last):\n  File "script.py", line 1, in <module>\n    raise Odd("x")\nOdd: x\n';
    expect(ofProgram('script.py', 'raise Odd("x")', stderr)[0]?.text).toBe('Odd: x');
  });
});

test('what a program merely printed to stderr marks nothing', () => {
  expect(ofProgram('main.c', 'x\n', 'debugging\nmain.c is fine\n')).toEqual([]);
});

test.each([
  {
    what: 'a traceback whose last line says Error again and again',
    compileOutput: '',
    stderr: `  File "main.c", line 1\n${'Error.'.repeat(800_000)}\r`,
    found: 1,
  },
  {
    what: 'messages far to the right in a very long line',
    compileOutput: 'main.c:1:1999999: error: x\n'.repeat(180_000),
    stderr: '',
    found: 200,
  },
  {
    what: 'messages in a line of signs that take no column',
    source: '\u0301'.repeat(1_000_000),
    compileOutput: 'main.c:1:9: error: x\n'.repeat(2000),
    stderr: '',
    found: 200,
  },
])(
  'places are found in what was made to take the square of its length: $what',
  ({ compileOutput, stderr, found, source = 'x'.repeat(1_000_000) }) => {
    expect(
      readDiagnostics({ compileOutput, stderr, language: fileOf('main.c'), source }),
    ).toHaveLength(found);
  },
);
