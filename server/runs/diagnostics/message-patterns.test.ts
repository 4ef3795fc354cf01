import { expect, test } from 'vitest';
import { ofCompiler, ofProgram } from './diagnostics.setup.ts';

const PROGRAM = 'one\ntwo\nthree\nfour\n';

/** As the tools print them in a box. */
const OF_COMPILERS: [tool: string, file: string, output: string, expected: object][] = [
  [
    'tsc',
    'script.ts',
    "script.ts(1,7): error TS2322: Type 'number' is not assignable to type 'string'.",
    { line: 1, column: 7, text: "TS2322: Type 'number' is not assignable to type 'string'." },
  ],
  [
    'mcs',
    'Main.cs',
    'Main.cs(2,66): error CS1525: Unexpected symbol `end-of-file`\nCompilation failed: 1 error(s)',
    { line: 2, column: 66, text: 'CS1525: Unexpected symbol `end-of-file`' },
  ],
  [
    'the Go compiler',
    'main.go',
    'main.go:4:14: undefined: x',
    { line: 4, column: 14, text: 'undefined: x' },
  ],
  [
    'rustc',
    'main.rs',
    'error[E0308]: mismatched types\n --> main.rs:2:18\n  |\n2 |     let x: i32 = "a";',
    { line: 2, column: 18, text: 'mismatched types' },
  ],
  [
    'NASM',
    'main.asm',
    "main.asm:4: error: symbol `x' not defined",
    { line: 4, column: null, text: "symbol `x' not defined" },
  ],
];

test.each(OF_COMPILERS)('a message of %s is read', (_, file, output, expected) => {
  expect(ofCompiler(file, PROGRAM, output)).toEqual([{ severity: 'error', ...expected }]);
});

const OF_PROGRAMS: [tool: string, file: string, output: string, expected: object][] = [
  [
    'Node',
    'script.js',
    '/box/script.js:3\nnull.x\n     ^\n\nTypeError: Cannot read properties of null\n    at Object.<anonymous> (/box/script.js:3:6)',
    { line: 3, text: 'TypeError: Cannot read properties of null' },
  ],
  [
    'Lua',
    'script.lua',
    "/usr/bin/lua5.4: script.lua:2: attempt to call a nil value (global 'f')\nstack traceback:",
    { line: 2, text: "attempt to call a nil value (global 'f')" },
  ],
  [
    'Bash',
    'script.sh',
    'script.sh: line 2: nothing: command not found',
    { line: 2, text: 'nothing: command not found' },
  ],
  [
    'Go',
    'main.go',
    'panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/box/main.go:4 +0x1d',
    { line: 4, text: 'panic: runtime error: index out of range [5] with length 3' },
  ],
];

test.each(OF_PROGRAMS)('an error of %s is read', (_, file, output, expected) => {
  expect(ofProgram(file, PROGRAM, output)).toEqual([
    { severity: 'error', column: null, ...expected },
  ]);
});

test('a panic of Rust names its place and its reason', () => {
  const stderr = "\nthread 'main' (2) panicked at main.rs:3:20:\nindex out of bounds: the len is 3";
  expect(ofProgram('main.rs', PROGRAM, stderr)).toEqual([
    { severity: 'error', line: 3, column: 20, text: 'index out of bounds: the len is 3' },
  ]);
});

test('a message about another file, or without its text, is none of the program', () => {
  expect(ofCompiler('main.rs', PROGRAM, 'error: x\n --> other.rs:2:18')).toEqual([]);
  expect(ofCompiler('main.rs', PROGRAM, ' --> main.rs:2:18')).toEqual([]);
});
