import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

/** Everything that a program can find out about its process. */
const FACTS = `
import sys
modules = sorted(sys.modules)
import os, resource, signal, stat, threading
def streams(stream):
    mode = os.fstat(stream.fileno()).st_mode
    return [stream.encoding, stream.errors, stream.line_buffering, stream.isatty(), stream.seekable(),
        stat.S_ISFIFO(mode), stream.name, stream.mode]
facts = {
    'modules': modules,
    'names': sorted(globals()),
    'argv': sys.argv[:1],
    'orig_argv': sys.orig_argv[:2],
    'path': sys.path,
    'flags': str(sys.flags),
    'file': __file__,
    'name': [__name__, __package__, str(__spec__), str(__loader__).split(' at ')[0]],
    'environment': dict(os.environ),
    'cwd': os.getcwd(),
    'streams': [streams(sys.stdin), streams(sys.stdout), streams(sys.stderr)],
    'descriptors': sorted(int(name) for name in os.listdir('/proc/self/fd'))[:3],
    'signals': [str(signal.getsignal(one)) for one in sorted(signal.valid_signals())],
    'mask': sorted(map(str, signal.pthread_sigmask(signal.SIG_BLOCK, []))),
    'limits': [resource.getrlimit(one) for one in range(16)],
    'frames': [sys._getframe().f_back is None, threading.active_count(), sys.getrecursionlimit()],
    'ids': [os.getuid() > 0, os.getgid() > 0, os.getpid() == os.getsid(0), os.getppid()],
    'status': [line for line in open('/proc/self/status') if line.split(':')[0] in
        ('Name', 'CapEff', 'CapBnd', 'CapPrm', 'CapAmb', 'NoNewPrivs', 'Seccomp', 'SigIgn', 'SigBlk', 'SigCgt', 'Threads')],
    'command': open('/proc/self/cmdline').read().split(chr(0))[:2],
    'score': open('/proc/self/oom_score_adj').read(),
    'listing': os.listdir('/box'),
    'cache': sorted(sys.path_importer_cache),
    'umask': os.umask(0o22),
}
for name, value in facts.items(): print(name, value)
`;

const PROGRAMS: Record<string, string> = {
  'its surroundings': FACTS,
  'an exception': 'def f(n):\n    return 1 // n\nprint("before")\nf(0)\n',
  'an exception in a thread':
    'import threading\ndef f():\n    raise ValueError("x")\nt = threading.Thread(target=f)\nt.start()\nt.join()\nprint("on")\n',
  'a syntax error': 'print("never")\nif True\n    pass\n',
  'a source that is not UTF-8': '# caf\u00e9\nprint("\\xff")\n',
  'an exit code': 'import sys\nsys.stdout.write("no newline")\nsys.exit(7)\n',
  'an exit message': 'import sys\nsys.exit("why")\n',
  'endless recursion': 'def f():\n    f()\nf()\n',
  'its own signal': 'import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n',
  'an exit handler': 'import atexit\natexit.register(lambda: print("bye"))\nprint("hello")\n',
  'a module beside it': 'open("m.py", "w").write("x = 5")\nimport m\nprint(m.x, m.__file__)\n',
  children:
    'import os, subprocess, sys\nprint(subprocess.run([sys.executable, "-c", "print(2)"], capture_output=True).stdout)\nif os.fork() == 0:\n    os._exit(3)\nprint(os.waitstatus_to_exitcode(os.wait()[1]))\n',
  'processes of a pool':
    'from concurrent.futures import ProcessPoolExecutor\nif __name__ == "__main__":\n    with ProcessPoolExecutor(2) as pool:\n        print(list(pool.map(abs, [-1, -2])))\n',
  'a warning': 'import warnings\nwarnings.warn("careful")\nassert (1, "x")\n',
  'an interrupt': 'import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nprint("never")\n',
  'a traceback of its own':
    'import traceback\ntry:\n    {}["k"]\nexcept KeyError:\n    traceback.print_exc()\ntraceback.print_stack()\n',
  'its stack': 'import inspect\nprint([frame.function for frame in inspect.stack()])\n',
  'a null byte': 'print("a")\n\0',
};

describe.skipIf(cannotConfine)('a preloaded interpreter', () => {
  // With arguments the interpreter is not preloaded, so both cases can be compared.
  test.for(Object.keys(PROGRAMS))('looks to a program like a new one: %s', async (name) => {
    const program = { language: 'python' as const, source: PROGRAMS[name] ?? '', stdin: 'line\n' };
    const started = await runner.run(program);
    const fresh = await runner.run({ ...program, order: { commandLineArguments: ['one'] } });
    const { stdout, stderr, exitCode, exitSignal, verdict } = fresh;
    expect(started).toMatchObject({ stdout, stderr, exitCode, exitSignal, verdict });
  });

  test('is fresh for each program: hashes, modules and names of the one before are gone', async () => {
    const source =
      'import sys\nprint("left" in dir(sys), "random" in sys.modules)\nsys.left = 1\nimport random\n';
    for (let job = 0; job < 6; job++)
      expect(await runner.run({ language: 'python', source })).toMatchObject({
        stdout: 'False False\n',
      });
  });
});
