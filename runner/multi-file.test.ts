import { afterAll, describe, expect, test } from 'vitest';
import { filesOf } from './testing/program-files.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const LONG = 'x'.repeat(255);

/** Runs these files, of which scripts say what happens. */
const run = (texts: Record<string, string>, stdin = '', order: object = {}) =>
  runner.run({
    language: 'multi-file',
    source: '',
    stdin,
    order: { files: filesOf(texts), ...order },
  });

describe.skipIf(cannotConfine)('a program with its own scripts', () => {
  test('is compiled by one script and run by the other, with its input', async () => {
    const outcome = await run(
      {
        compile: 'echo compiling; mkdir -p out/deep; gcc -o out/deep/echo src/echo.c',
        run: 'out/deep/echo',
        'src/echo.c': '#include <stdio.h>\nint main(void) { char t[9]; puts(fgets(t, 9, stdin)); }',
      },
      'hello',
    );
    expect(outcome).toMatchObject({
      verdict: 'accepted',
      stdout: 'hello\n',
      compileOutput: 'compiling\n',
      events: ['compiling', 'running', 'finished'],
    });
  });

  test('needs no compile script, and its scripts may end with .sh', async () => {
    const outcome = await run({ 'run.sh': 'cat data/x.txt; echo "$#"', 'data/x.txt': 'text\n' });
    expect(outcome).toMatchObject({ stdout: 'text\n0\n', events: ['running', 'finished'] });
    const order = { commandLineArguments: ['a b', 'c'] };
    expect((await run({ run: 'echo "$#"', 'compile.sh': ':' }, '', order)).stdout).toBe('2\n');
  });

  test('a compile script that fails shows what it printed', async () => {
    const outcome = await run({ compile: 'echo wrong >&2; exit 3', run: 'echo never' });
    expect(outcome).toMatchObject({ verdict: 'compile_error', compileOutput: 'wrong\n' });
  });

  test('is compiled each time, because a script may read the clock', async () => {
    const files = { compile: 'head -c 16 /dev/urandom | base64 > made', run: 'cat made' };
    const [one, other] = [await run(files), await run(files)];
    expect(one.stdout).toHaveLength(25);
    expect(one.stdout).not.toBe(other.stdout);
  });

  test('what the compile script removes or replaces by something else is gone', async () => {
    const outcome = await run({
      compile: 'rm -r lib old; echo new > lib; mkdir old; echo inside > old/file',
      run: 'cat lib old/file; ls',
      'lib/a.txt': 'a',
      old: 'a file',
    });
    expect(outcome.stdout).toBe('new\ninside\ncompile\nlib\nold\nrun\n');
  });

  test.for([
    'mkdir -p a/b/c/d/e; echo x > a/b/c/d/e/deep; echo x > a/b/c/kept',
    `mkdir -p ${LONG}/${LONG}/${LONG}; echo x > ${LONG}/${LONG}/${LONG}/${LONG}`,
    'ln -s /etc/passwd link; ln -s / root; mkfifo pipe; truncate -s 30M sparse1 sparse2',
    'for n in $(seq 1000); do echo $n > file$n; done',
    'chmod 0 data; touch "$(printf \'a\\nb\')" "$(printf \'\\377\')"',
    '(while :; do echo x; done) > /dev/null 2>&1 &',
  ])('whatever the compile script leaves, the program runs: %s', async (compile) => {
    const outcome = await run({ compile, run: 'echo well', data: 'x' });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'well\n', compileOutput: '' });
  });

  test('a compile script that fills the box is a compile error', async () => {
    const filled = await run({ compile: 'cat /dev/zero > zeros', run: 'echo well' });
    expect(filled.verdict).toBe('compile_error');
  });
});
