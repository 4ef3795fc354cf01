import type { Limits, Verdict } from '@vlabs/contract/runs/runner';
import { LEFT_RUNNING } from '../verdict.ts';

/** A program that tries to do harm, and its expected result. */
export interface HostileProgram {
  file: string;
  verdict: Verdict;
  message?: string | null;
  /** Its output, if it lives long enough to report what it could do. */
  stdout?: string;
  exitCode?: number;
  /** If there are several, each is acceptable. */
  exitSignal?: number | number[];
  compileOutput?: RegExp;
  limits?: Partial<Limits>;
  compilerOptions?: string[];
  expected?: string;
  /** Two copies run at once: one reads `speak`; the other reads `listen` and must have this result. */
  inPairs?: true;
  /** It holds only if each box has its own user. */
  needsOwnUsers?: true;
}

const quick: Partial<Limits> = { cpuTimeMs: 500, extraTimeMs: 0, wallTimeMs: 10_000 };
const tooSlow = { verdict: 'time_limit', message: 'Time limit exceeded', limits: quick } as const;
const neverEnds = {
  verdict: 'time_limit',
  message: 'Time limit exceeded (wall clock)',
  limits: { wallTimeMs: 700 },
} as const;
const tooMuchMemory = { verdict: 'memory_limit', message: 'Memory limit exceeded' } as const;
const tooMuchOutput = { verdict: 'output_limit', message: 'Output limit exceeded' } as const;
const compilerTooMuchMemory = /Compilation memory limit exceeded\.$/;

const processes: HostileProgram[] = [
  // The kernel frees dead processes later, up to 100 MB; the limit under test is the time.
  { file: 'fork-bomb.c', ...tooSlow, limits: { ...quick, memoryKb: 512_000 } },
  {
    file: 'fork-and-leave.c',
    ...neverEnds,
    message: `Time limit exceeded (wall clock): ${LEFT_RUNNING}`,
    stdout: 'parent done\n',
    exitCode: 0,
  },
  { file: 'fork-and-close.c', verdict: 'accepted', stdout: 'parent done\n' },
  { file: 'thread-bomb.c', verdict: 'accepted', stdout: 'stopped\n' },
  { file: 'kill-everyone.c', verdict: 'runtime_error', stdout: 'still here\n', exitSignal: 9 },
  { file: 'stop-itself.c', ...neverEnds },
  { file: 'other-processes.py', verdict: 'accepted', stdout: 'numbers 2 found []\n' },
  { file: 'stop-and-leave-session.c', ...tooSlow },
  { file: 'vfork-and-hang.c', ...neverEnds },
  { file: 'reboot.c', verdict: 'accepted', stdout: '-1 1\n' },
];

const time: HostileProgram[] = [
  { file: 'busy-loop.c', ...tooSlow },
  { file: 'sleep-for-ever.py', ...neverEnds },
  { file: 'slow-trickle.py', ...neverEnds },
  { file: 'busy-grandchildren.c', ...tooSlow },
  { file: 'busy-threads.c', ...tooSlow },
  { file: 'closed-streams.c', ...neverEnds },
  { file: 'wait-for-itself.c', ...neverEnds },
];

const memory: HostileProgram[] = [
  { file: 'memory-until-null.c', ...tooMuchMemory },
  { file: 'huge-static-array.c', ...tooMuchMemory },
  {
    file: 'endless-recursion.c',
    verdict: 'runtime_error',
    message: 'Caught fatal signal 11',
    exitSignal: 11,
  },
  { file: 'list-bomb.py', ...tooMuchMemory },
  { file: 'HeapBomb.java', ...tooMuchMemory },
  { file: 'OffHeapBomb.java', ...tooMuchMemory },
  { file: 'choose-another-victim.c', ...tooMuchMemory },
  {
    file: 'outlive-memory.c',
    ...tooMuchMemory,
    // An emulated machine takes over half a second to use up the memory.
    limits: { ...quick, cpuTimeMs: 4000, wallTimeMs: 60_000, memoryKb: 20_000 },
  },
  { file: 'kernel-memory.py', ...tooMuchMemory },
  { file: 'huge-pages.c', verdict: 'accepted', stdout: 'taken 0\n' },
  { file: 'anonymous-file.c', ...tooMuchMemory },
  { file: 'shared-memory.py', verdict: 'accepted', stdout: 'stopped True 28\n' },
];

const output: HostileProgram[] = [
  { file: 'endless-output.c', ...tooMuchOutput },
  { file: 'endless-errors.c', ...tooMuchOutput },
  { file: 'answer-then-spaces.py', ...tooMuchOutput, expected: '42' },
  { file: 'own-output-in-flight.c', verdict: 'accepted', stdout: 'sent\n' },
  { file: 'long-line.py', verdict: 'accepted', stdout: `${'y'.repeat(131_070)}\n` },
  { file: 'odd-bytes.py', verdict: 'accepted' },
  { file: 'cut-character.py', ...tooMuchOutput },
];

const files: HostileProgram[] = [
  { file: 'fill-the-disk.py', verdict: 'accepted', stdout: 'stopped [28, 28]\n' },
  { file: 'large-file.c', verdict: 'runtime_error', exitSignal: 25 },
  {
    file: 'sync-for-ever.c',
    verdict: 'accepted',
    stdout: 'failed 0, as fast as nothing 1\n',
  },
  { file: 'write-kernel-settings.py', verdict: 'accepted', stdout: 'changed []\n' },
  { file: 'write-headers.cpp', verdict: 'accepted', stdout: 'changed 0 seen 0\n' },
  { file: 'allocate-file.c', verdict: 'accepted', stdout: '-1 1\n' },
  { file: 'million-files.py', verdict: 'accepted', stdout: 'stopped True 28\n' },
  { file: 'leave-files.py', verdict: 'accepted', stdout: 'found []\n' },
  { file: 'leave-shared-memory.c', verdict: 'accepted', stdout: 'existed 0 made 1\n' },
  {
    file: 'read-secrets.py',
    verdict: 'accepted',
    stdout:
      "readable ['/etc/passwd'] {'PATH': '/usr/local/bin:/usr/bin:/bin', 'HOME': '/box', 'LANG': 'C.UTF-8', 'TZ': 'Asia/Kolkata'}\n",
  },
  { file: 'walk-out.py', verdict: 'accepted', stdout: "open [] descriptors ['0', '1', '2']\n" },
  { file: 'traps-in-place-of-results.c', verdict: 'accepted', stdout: 'laid\n' },
];

/** All boxes share the system's files, the devices and the kernel: none may carry a message between programs. */
const wordsBetweenBoxes: HostileProgram[] = [
  { file: 'talk-by-flock.c', verdict: 'accepted', stdout: 'heard 0\n', inPairs: true },
  { file: 'talk-by-record-locks.c', verdict: 'accepted', stdout: 'heard 0\n', inPairs: true },
  { file: 'lock-with-a-trick.c', verdict: 'accepted', stdout: 'locked 0 shared 0\n' },
  { file: 'talk-by-watching.c', verdict: 'accepted', stdout: 'heard 0\n', inPairs: true },
  {
    file: 'talk-by-file-notes.c',
    verdict: 'accepted',
    stdout: 'left 0 changed 0\n',
    inPairs: true,
  },
  { file: 'talk-by-names.py', verdict: 'accepted', stdout: 'heard []\n', inPairs: true },
  {
    file: 'hold-all-timers.c',
    verdict: 'accepted',
    stdout: 'enough 1, bounded 1\n',
    inPairs: true,
  },
  { file: 'free-blocks.c', verdict: 'accepted', stdout: 'told 0\n' },
  {
    file: 'hold-all-pipes.c',
    verdict: 'accepted',
    stdout: 'smallest 65536\n',
    inPairs: true,
    needsOwnUsers: true,
  },
  { file: 'large-pipe.c', verdict: 'accepted', stdout: '-1 1\n' },
  { file: 'cached-pages.c', verdict: 'accepted', stdout: 'told 0 away 0\n' },
  {
    file: 'machine-counters.c',
    verdict: 'accepted',
    stdout: 'failed 0 changed 0 told 0 memory 8\n',
  },
  { file: 'look-at-the-host.py', verdict: 'accepted', stdout: 'told [] above [] /\n' },
];

/** In hexadecimal, because the compiler splits the option at commas. */
const PLANT = Buffer.from(
  "[open(str(n) + 'a.out', 'wb').truncate(33_000_000) for n in range(3000)]; open(b'\\xff' * 200 + b'a.out', 'wb')",
).toString('hex');

const compilers: HostileProgram[] = [
  { file: 'include-device.c', verdict: 'compile_error' },
  { file: 'include-random.c', verdict: 'compile_error' },
  { file: 'include-standard-input.c', verdict: 'accepted', stdout: '' },
  { file: 'include-secret.c', verdict: 'compile_error', compileOutput: /No such file/ },
  { file: 'include-environment.c', verdict: 'accepted', compileOutput: /^$/ },
  {
    file: 'include-itself.c',
    verdict: 'compile_error',
    compileOutput: /nested (depth|too deeply)/,
  },
  { file: 'include-random-by-macro.c', verdict: 'compile_error' },
  {
    file: 'next-assembler-file.c',
    verdict: 'compile_error',
    compileOutput: /file not found/,
  },
  { file: 'deep-include.cpp', verdict: 'compile_error' },
  { file: 'constant-expression-bomb.cpp', verdict: 'compile_error' },
  { file: 'ConstantBomb.java', verdict: 'compile_error' },
  {
    file: 'ErrorsOnLongLine.java',
    verdict: 'compile_error',
    compileOutput: /Compilation output limit exceeded\.$/,
  },
  { file: 'ManyLargeConstants.java', verdict: 'accepted', stdout: 'large\n' },
  {
    file: 'ReadCompilersFolder.java',
    verdict: 'compile_error',
    compileOutput: /cannot find symbol[^]*cannot find symbol/,
  },
  {
    file: 'planted-results.c',
    verdict: 'runtime_error',
    message: 'Exited with error status 127',
    compilerOptions: ['-wrapper', `/usr/bin/python3,-c,exec(bytes.fromhex('${PLANT}'))`],
  },
  {
    file: 'no-program.c',
    verdict: 'runtime_error',
    message: 'Exited with error status 126',
    compilerOptions: ['-c', '-o', 'a.out'],
  },
  { file: 'macro-bomb.c', verdict: 'compile_error', compileOutput: compilerTooMuchMemory },
  { file: 'template-bomb.cpp', verdict: 'compile_error' },
  { file: 'flood-of-warnings.cpp', verdict: 'compile_error' },
  { file: 'PackagedMain.java', verdict: 'accepted', stdout: 'packaged\n' },
  { file: 'NoPublicClass.java', verdict: 'accepted', stdout: 'no public class\n' },
  { file: 'TwoPublicClasses.java', verdict: 'compile_error', compileOutput: /should be declared/ },
];

const systemCalls: HostileProgram[] = [
  { file: 'system-calls.c', verdict: 'accepted', stdout: 'allowed 0\n' },
  { file: 'filter-edges.c', verdict: 'accepted', stdout: 'passed 0, rights kept away 1\n' },
  { file: 'no-terminal.c', verdict: 'accepted', stdout: 'reached 0\n' },
  // A kernel that runs no 32-bit programs faults the call (11) before the filter can refuse it (31).
  { file: 'old-system-call.c', verdict: 'runtime_error', exitSignal: [31, 11] },
  { file: 'x32-system-call.c', verdict: 'runtime_error', exitSignal: 31 },
  { file: 'abstract-sockets.py', verdict: 'accepted', stdout: 'sockets [] devices []\n' },
];

const verdicts: HostileProgram[] = [
  { file: 'spoof-verdict.py', verdict: 'runtime_error', message: 'Exited with error status 7' },
  {
    file: 'exit-like-a-signal.c',
    verdict: 'runtime_error',
    message: 'Exited with error status 139',
  },
  { file: 'signal-fpe.c', verdict: 'runtime_error', exitSignal: 8 },
  { file: 'signal-abort.c', verdict: 'runtime_error', exitSignal: 6 },
];

export const hostilePrograms: HostileProgram[] = [
  ...processes,
  ...time,
  ...memory,
  ...output,
  ...files,
  ...compilers,
  ...wordsBetweenBoxes,
  ...systemCalls,
  ...verdicts,
];
