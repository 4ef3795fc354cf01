import { describe, expect, test } from 'vitest';
import { HANG_MS } from '../../testing/patience.ts';
import { variablesAt } from '../../testing/trace-of.ts';
import { startTracing } from './tracing.setup.ts';

const { runner, cannotTrace, traceCpp: trace } = await startTracing();

const HEAD = `#include <bits/stdc++.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
using namespace std;
`;
/** A program whose own lines begin at 13. */
const program = (lines: string[]) => `${HEAD}int main() {\n${lines.join('\n')}\n}\n`;

describe.skipIf(cannotTrace)('a traced program', { timeout: 4 * HANG_MS }, () => {
  test.each([
    ['attach to gdb', 'ptrace(PTRACE_ATTACH, getppid(), 0, 0)'],
    ['seize gdb', 'ptrace(PTRACE_SEIZE, getppid(), 0, 0)'],
    ['be traced by somebody else', 'ptrace(PTRACE_TRACEME, 0, 0, 0)'],
    ['read gdb’s memory', 'syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0)'],
    ['open gdb’s memory', 'open(("/proc/" + to_string(getppid()) + "/mem").c_str(), O_RDWR)'],
    [
      'see gdb’s environment',
      'open(("/proc/" + to_string(getppid()) + "/environ").c_str(), O_RDONLY)',
    ],
    [
      'list gdb’s descriptors',
      'opendir(("/proc/" + to_string(getppid()) + "/fd").c_str()) == nullptr ? -1L : 0L',
    ],
  ])('cannot %s', async (_, call) => {
    const traced = await trace(
      program([`long got = ${call};`, 'printf("%ld %d", got, errno == EPERM || errno == EACCES);']),
    );
    expect(traced).toMatchObject({ stdout: '-1 1', end: { end: 'exit', code: 0 } });
  });

  test('cannot write to the trace by any descriptor of gdb', async () => {
    const traced = await trace(
      program([
        'for (int i = 0; i < 64; i++) {',
        '  string path = "/proc/" + to_string(getppid()) + "/fd/" + to_string(i);',
        '  int file = open(path.c_str(), O_WRONLY);',
        '  if (file >= 0) write(file, "{\\"end\\":\\"exit\\",\\"code\\":9}\\n", 24);',
        '}',
        'for (int i = 3; i < 64; i++) write(i, "x", 1);',
        'puts("{\\"end\\":\\"exit\\",\\"code\\":9}");',
      ]),
    );
    expect(traced.stdout).toBe('{"end":"exit","code":9}\n');
    expect(traced.end).toEqual({ end: 'exit', code: 0 });
  });

  test('has the descriptors and the environment of an untraced one', async () => {
    const source = program([
      'DIR *all = opendir("/proc/self/fd");',
      'set<string> names;',
      'while (dirent *one = readdir(all)) names.insert(one->d_name);',
      'for (auto &name : names) cout << name << " ";',
      'for (char **one = environ; *one; one++) cout << *one << "\\n";',
    ]);
    const plain = await runner.run({ language: 'cpp', source });
    expect((await trace(source)).stdout).toBe(plain.stdout);
  });

  test('does not make gdb run a script or a command that it contains', async () => {
    const script =
      '.byte 4; .asciz \\"x\\\\nimport os\\\\nos.write(3, b\'{}\\\\\\\\n\')\\\\nos._exit(5)\\\\n\\"';
    const traced = await trace(
      `asm(".pushsection \\".debug_gdb_scripts\\", \\"MS\\",@progbits,1\\n${script}\\n.popsection");\n` +
        program(['int __attribute__((used)) x = 3;', 'cout << x;']),
    );
    expect(traced).toMatchObject({ stdout: '3', end: { end: 'exit', code: 0 } });
  });

  test('keeps its trace when it kills gdb', async () => {
    const traced = await trace(program(['int x = 3;', 'usleep(200000);', 'kill(getppid(), 9);']));
    expect(traced.end).toEqual({ end: 'signal', code: 9 });
    expect(variablesAt(traced, 14)).toEqual({ x: 3 });
  });

  test('ends at the limit of its time when it stops gdb, or runs without a stop', async () => {
    const stopped = await trace(program(['int x = 3;', 'kill(getppid(), SIGSTOP);', 'x++;']), {
      limits: { wallTimeMs: 5000 },
    });
    expect(stopped.end.end).toBe('time');
    const busy = await trace(
      program(['int x = 3;', 'asm volatile("mov $1, %%rcx\\n1: inc %%rcx\\n jnz 1b" ::: "rcx");']),
    );
    expect(busy.end.end).toBe('time');
    expect(variablesAt(busy, 14)).toEqual({ x: 3 });
  });

  test('can hold anything in place of containers', async () => {
    const traced = await trace(
      program([
        'vector<int> v(3, 1); ((uint64_t *)&v)[1] += 1ull << 40;',
        'string s = "x"; ((uint64_t *)&s)[1] = 1ull << 60;',
        'map<int, int> m{{1, 2}, {3, 4}}; ((uint64_t *)&m)[5] = 1ull << 39;',
        'auto node = ((uint64_t **)&m)[3]; node[2] = (uint64_t)node; node[3] = 8;',
        'list<int> l{1, 2}; ((uint64_t *)&l)[2] = 1ull << 39;',
        'deque<int> d{1}; ((uint64_t *)&d)[6] = 5; ((uint64_t *)&d)[5] = 9;',
        'unordered_map<int, int> u{{1, 1}}; auto first = ((uint64_t **)&u)[2]; first[0] = (uint64_t)first;',
        'struct Loop { Loop *next; vector<Loop> more; } loop{&loop, {}}; auto w = (uint64_t *)&loop;',
        'w[1] = (uint64_t)&loop; w[2] = (uint64_t)&loop + sizeof loop;',
        'const char *text = (const char *)1; FILE *file = (FILE *)&v;',
        'memset((void *)&v, 0xfe, sizeof v); memset((void *)&m, 0xff, sizeof m);',
        'fflush(stdout); _exit(7);',
      ]),
    );
    expect(traced.end).toEqual({ end: 'exit', code: 7 });
    expect(traced.snapshots.at(-1)?.line).toBe(24);
  });

  test('can write to the page that it shares with gdb', async () => {
    const traced = await trace(
      program([
        'ifstream maps("/proc/self/maps");',
        'string line; char *page = nullptr; size_t size = 0;',
        'while (getline(maps, line)) if (line.find("memfd:report") != string::npos) {',
        '  size_t start = 0, end = 0; sscanf(line.c_str(), "%zx-%zx", &start, &end);',
        '  page = (char *)start; size = end - start;',
        '}',
        'int *block = new int(3);',
        'if (page) memset(page, 0xff, size);',
        'int *other = new int(4);',
        'if (page) memset(page, 0, size);',
        '*other = 5;',
        '_exit(page ? 7 : 8);',
      ]),
    );
    expect(traced.end).toEqual({ end: 'exit', code: 7 });
  });

  test('can trap, ignore signals, hide its memory and start many threads and processes', async () => {
    const traced = await trace(
      program([
        'signal(SIGTRAP, [](int) { puts("trap"); });',
        'raise(SIGTRAP);',
        'prctl(PR_SET_DUMPABLE, 0);',
        'vector<thread> all; for (int i = 0; i < 20; i++) all.emplace_back([i] { volatile int x = i; x++; });',
        'for (auto &one : all) one.join();',
        'for (int i = 0; i < 5; i++) if (fork() == 0) { kill(getpid(), 9); }',
        'while (wait(nullptr) > 0) {}',
        'int last = 5;',
        'return last;',
      ]),
    );
    expect(traced).toMatchObject({ stdout: 'trap\n', end: { end: 'exit', code: 5 } });
    expect(variablesAt(traced, 21)).toMatchObject({ last: 5 });
  });
});
