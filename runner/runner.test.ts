import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HANG_MS, PATIENTLY } from './testing/patience.ts';
import { explainSkip, startRunner, type TestRunner } from './testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const voidMain = (last: string) => `#include <stdio.h>
#include <stdlib.h>
void main() { printf("%d\\n", 77); ${last} }`;

test('without the token nothing is answered or run', async () => {
  for (const path of ['/status', '/runs'])
    expect((await fetch(`${runner.url}${path}`)).status).toBe(401);
});

test('a malformed order is refused', async () => {
  const response = await runner.request('/runs', { method: 'POST', body: '{"language":"c"}' });
  expect(response.status).toBe(400);
});

describe.skipIf(cannotConfine)('a runner that can confine programs', () => {
  test('the languages have the installed versions', async () => {
    const { languages } = await runner.status();
    const names = languages.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual([
      expect.stringMatching(/^C \(GCC \d+\.\d+\.\d+\)$/),
      expect.stringMatching(/^C\+\+ \(GCC \d+\.\d+\.\d+\)$/),
      expect.stringMatching(/^Java \(OpenJDK \d[.\d]*\)$/),
      expect.stringMatching(/^Python \(3\.\d+\.\d+\)$/),
    ]);
  });

  test('a program that does not compile returns the compiler’s messages', async () => {
    const outcome = await runner.run({ language: 'c', source: 'int main(void){ return x; }' });
    expect(outcome.verdict).toBe('compile_error');
    expect(outcome.compileOutput).toContain('main.c:1:24: error: ‘x’ undeclared');
    expect(outcome.exitCode).toBeNull();
  });

  test('input larger than a pipe arrives completely, and output is kept to the last byte', async () => {
    const stdin = 'x'.repeat(700_000);
    const source = 'import sys\ndata = sys.stdin.read()\nsys.stdout.write(data)\n';
    const outcome = await runner.run({ language: 'python', source, stdin });
    expect(outcome.stdout).toBe(stdin);
  });

  test('children that print after their parent has ended lose none of their output', async () => {
    const source = `#include <stdio.h>
#include <unistd.h>
int main(void) {
  pid_t parent = getpid();
  if (fork() > 0) return 3;
  while (getppid() == parent) usleep(1000);
  if (fork() == 0) for (int turn = 0; turn < 1000; turn++) if (turn % 100 == 0) usleep(1000);
  puts("from a child");
}`;
    const outcome = await runner.run({ language: 'c', source });
    expect(outcome).toMatchObject({
      verdict: 'runtime_error',
      exitCode: 3,
      stdout: 'from a child\nfrom a child\n',
    });
  });

  test('void main ends with status 0, the compiler says what is wrong, and a signal stays one', async () => {
    const outcome = await runner.run({ language: 'c', source: voidMain('') });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '77\n', exitCode: 0 });
    expect(outcome.compileOutput).toContain('return type of ‘main’ is not ‘int’');
    const aborted = await runner.run({ language: 'c', source: voidMain('abort();') });
    expect(aborted).toMatchObject({ verdict: 'runtime_error', exitSignal: 6 });
  });

  test('a program that never reads its input ends normally', async () => {
    const outcome = await runner.run({
      language: 'python',
      source: 'print(1)',
      stdin: 'x'.repeat(300_000),
    });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '1\n' });
  });

  test('standard error is merged into standard output in order on request', async () => {
    const outcome = await runner.run({
      language: 'python',
      source: 'import sys\nprint(1, flush=True)\nprint(2, file=sys.stderr, flush=True)\nprint(3)',
      order: { redirectStderrToStdout: true },
    });
    expect(outcome).toMatchObject({ stdout: '1\n2\n3\n', stderr: '' });
  });

  test('arguments and compiler options are passed unsplit', async () => {
    const outcome = await runner.run({
      language: 'c',
      source: '#include <stdio.h>\nint main(int n,char**a){printf("%d %s %d",n,a[1],NUMBER);}',
      order: { commandLineArguments: ['two words; $x'], compilerOptions: ['-DNUMBER=7'] },
    });
    expect(outcome.stdout).toBe('2 two words; $x 7');
  });

  test('with several inputs a program is compiled once and started in a fresh box for each', async () => {
    const inputs = ['1', '0', '5'].map((text) => ({
      stdinBase64: Buffer.from(text).toString('base64'),
      expectedOutputBase64: null,
    }));
    const { outcome, events } = await runner.runAll({
      language: 'c',
      source:
        '#include <stdio.h>\nint main(void){int a;scanf("%d",&a);FILE*f=fopen("left","ax");if(!f)return 9;return 10/a>9;}',
      order: { inputs, timesEach: 2 },
    });
    expect(outcome.executions).toMatchObject([
      { verdict: 'runtime_error', exitCode: 1 },
      { verdict: 'runtime_error', exitSignal: 8 },
      { verdict: 'accepted', exitCode: 0 },
    ]);
    // The last input is accepted, so it is run a second time.
    expect(events).toEqual([
      'compiling',
      ...Array.from({ length: 4 }, () => 'running'),
      'finished',
    ]);
  });

  test.each([
    ['beside a public class without one', 'public class Shape {}\nclass Start { MAIN }', 'Start'],
    ['of any name', 'class Help {}\nclass Go { MAIN }', 'Go'],
    ['in a package', 'package a.b;\npublic class Main { MAIN }', 'a.b.Main'],
    ['in a package, beside others', 'package a;\npublic class P {}\nclass Q { MAIN }', 'a.Q'],
    ['of the file, before others', 'class Other { MAIN }\npublic class Own { MAIN }', 'Own'],
    ['that comes first', 'class B { MAIN }\nclass A { MAIN }', 'B'],
    ['in an interface', 'interface Face { MAIN }', 'Face'],
  ])('Java starts the class with main %s', async (_name, program, printed) => {
    const main =
      'public static void main(String[] x) { System.out.println(new Object(){}.getClass().getEnclosingClass().getName()); }';
    const source = program.replaceAll('MAIN', main);
    const outcome = await runner.run({ language: 'java', source });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: `${printed}\n` });
  });

  test.each([
    ['python', 'import time\nprint(time.localtime(0).tm_hour, time.localtime(0).tm_min)'],
    [
      'c',
      '#include <stdio.h>\n#include <time.h>\nint main(void){time_t t=0;struct tm*l=localtime(&t);printf("%d %d\\n",l->tm_hour,l->tm_min);}',
    ],
    [
      'java',
      'import java.time.*; public class Main { public static void main(String[] x) { var t = Instant.EPOCH.atZone(ZoneId.systemDefault()); System.out.println(t.getHour() + " " + t.getMinute()); } }',
    ],
  ] as const)('the clock of a program in %s is that of the pages', async (language, source) => {
    expect((await runner.run({ language, source })).stdout).toBe('5 30\n');
  });

  test('a program finds its user, in C and in Python', async () => {
    const python =
      'import getpass, grp, os\nprint(getpass.getuser(), grp.getgrgid(os.getgid()).gr_name)';
    expect((await runner.run({ language: 'python', source: python })).stdout).toBe(
      'student student\n',
    );
    const c =
      '#include <pwd.h>\n#include <stdio.h>\n#include <unistd.h>\nint main(void){puts(getpwuid(getuid())->pw_name);}';
    expect((await runner.run({ language: 'c', source: c })).stdout).toBe('student\n');
  });

  test('Java that starts too many threads meets the process limit, not the memory limit', async () => {
    const source = `public class Main { public static void main(String[] x) {
  for (;;) { Thread one = new Thread(() -> { try { Thread.sleep(60000); } catch (Exception e) {} });
    one.setDaemon(true); one.start(); } } }`;
    const outcome = await runner.run({ language: 'java', source });
    expect(outcome).toMatchObject({
      verdict: 'runtime_error',
      message: 'Process limit exceeded: the program started too many threads',
    });
  });

  test('Java that fills its heap gets a memory limit, not a crash', async () => {
    const outcome = await runner.run({
      language: 'java',
      source:
        'public class Main{public static void main(String[] x){int[][] a=new int[9999][];for(int i=0;;i++)a[i]=new int[1000000];}}',
    });
    expect(outcome).toMatchObject({ verdict: 'memory_limit', message: 'Memory limit exceeded' });
  });

  test('closing the connection ends the program immediately', async () => {
    const abort = new AbortController();
    const response = await runner.send(
      {
        language: 'python',
        source: 'while True: pass',
        // Nothing else ends it while this test waits.
        limits: { cpuTimeMs: 5 * HANG_MS, wallTimeMs: 5 * HANG_MS },
      },
      abort.signal,
    );
    await response.body?.getReader().read();
    abort.abort();
    await vi.waitFor(async () => expect((await runner.status()).running).toBe(0), PATIENTLY);
  });
});

describe.skipIf(cannotConfine)('a full runner', () => {
  let small: TestRunner;
  beforeAll(async () => {
    small = await startRunner({ VLABS_RUNNER_SLOTS: '1', VLABS_RUNNER_MAX_WAITING: '1' });
  });
  afterAll(() => small.stop());

  test('answers 503 queue is full, and still runs what was waiting', async () => {
    const runId = randomUUID();
    const first = await small.send({
      language: 'python',
      source: 'import time\ntime.sleep(600)',
      limits: { wallTimeMs: 5 * HANG_MS },
      order: { runId },
    });
    const second = await small.send({ language: 'python', source: 'print(1)' });
    const third = await small.send({ language: 'python', source: 'print(2)' });
    expect(third.status).toBe(503);
    expect(await third.json()).toEqual({ error: 'queue is full' });
    await small.request(`/runs/${runId}/stop`, { method: 'POST' });
    expect(await first.text()).toContain('"Stopped"');
    expect(await second.text()).toContain('"accepted"');
  });
});
