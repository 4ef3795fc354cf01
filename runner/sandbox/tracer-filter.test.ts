import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { programEnvironment } from '../program-environment.ts';
import { HANG_MS } from '../testing/patience.ts';
import { openTestSandbox } from '../testing/test-sandbox.ts';
import { ProgramInput } from './program-input.ts';

const { sandbox, close } = await openTestSandbox('tracer-filter');
afterAll(close);

/** Prints which requests of ptrace the filter refuses. The child waits to be traced. */
const SOURCE = `
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
static void try(const char *name, long request, pid_t child, long data) {
  errno = 0;
  ptrace(request, child, 0, data);
  printf("%s %d\\n", name, errno == EPERM);
}
int main(void) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    errno = 0;
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    int refused = errno == EPERM;
    raise(SIGSTOP);
    _exit(refused);
  }
  waitpid(child, &status, WUNTRACED);
  char registers[1024];
  try("attach", PTRACE_ATTACH, child, 0);
  try("seize", PTRACE_SEIZE, child, 0);
  try("options", PTRACE_SETOPTIONS, child, PTRACE_O_EXITKILL);
  try("suspend", PTRACE_SETOPTIONS, child, PTRACE_O_SUSPEND_SECCOMP);
  try("filter", PTRACE_SECCOMP_GET_FILTER, child, 0);
  try("pokedata", PTRACE_POKEDATA, child, 0);
  try("getregs", PTRACE_GETREGS, child, (long)registers);
  try("detach", PTRACE_DETACH, child, 0);
  kill(child, SIGCONT);
  waitpid(child, &status, 0);
  printf("traceme %d\\n", WEXITSTATUS(status));
}
`;

async function compile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-tracer-filter-'));
  try {
    await writeFile(join(folder, 'try.c'), SOURCE);
    await promisify(execFile)('gcc', ['-static', '-o', 'try', 'try.c'], { cwd: folder });
    return await readFile(join(folder, 'try'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The names of what is refused. */
async function findRefused(isTracer: boolean): Promise<string[]> {
  if (sandbox === null) throw new Error('There is no sandbox.');
  const box = await sandbox.open();
  let printed = '';
  box.put({ name: 'try', mode: 0o755, bytes: await compile() });
  await box.run({
    command: {
      words: ['/box/try'],
      environment: programEnvironment,
      mergeStderr: true,
      isTracer,
      limits: {
        stdoutBytes: 10_000,
        stderrBytes: 10_000,
        fileBytes: 10_000,
        stackBytes: 8_000_000,
        openFiles: 64,
        cpuSeconds: 60,
      },
    },
    stdin: ProgramInput.of(Buffer.alloc(0)),
    memoryKb: 64 * 1024,
    processes: 8,
    cpuTimeMs: HANG_MS,
    wallTimeMs: HANG_MS,
    signal: new AbortController().signal,
    onOutput: (_, bytes) => {
      printed += bytes.toString();
    },
  });
  await sandbox.discard(box);
  const lines = printed.trim().split('\n');
  expect(lines).toHaveLength(9);
  return lines.flatMap((line) => (line.endsWith(' 1') ? [line.slice(0, -2)] : []));
}

describe.skipIf(sandbox === null || process.arch !== 'x64')('ptrace', () => {
  test('is refused to programs', async () => {
    expect(await findRefused(false)).toHaveLength(9);
  });

  test('lets a tracer trace its own children, and nothing else', async () => {
    expect(await findRefused(true)).toEqual(['attach', 'seize', 'suspend', 'filter', 'pokedata']);
  });
});
