import { execFile, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { SteppedProgram } from './stepped-programs.ts';

/** The values of variables that a language's own debugger prints before a line runs, in their order. */
type Debugger = (asked: {
  program: SteppedProgram;
  line: number;
  visit: number;
  variables: string[];
}) => Promise<string[]>;

const run = promisify(execFile);
const HANG_MS = 120_000;

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-debugger-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What follows a sign on its line, in order. */
const after = (output: string, sign: RegExp): string[] =>
  [...output.matchAll(sign)].map(([, value = '']) => value.trim());

const askGdb: Debugger = ({ program, line, visit, variables }) =>
  inFolder(async (folder) => {
    const input = join(folder, 'input');
    await writeFile(input, program.stdin);
    const binary = join(folder, 'a.out');
    await run(program.language === 'c' ? 'gcc' : 'g++', ['-g', '-O0', '-o', binary, program.path]);
    const commands = [
      `break ${program.path}:${line}`,
      `ignore 1 ${visit - 1}`,
      `run < ${input}`,
      ...variables.map((name) => `print ${name}`),
      'kill',
    ];
    const words = commands.flatMap((command) => ['-ex', command]);
    const { stdout } = await run('gdb', ['-q', '-nx', '-batch', ...words, binary]);
    return after(stdout, /^\$\d+ = (.*)$/gm);
  });

const askPdb: Debugger = ({ program, line, visit, variables }) =>
  inFolder(async (folder) => {
    // A program that reads its input cannot share it with the debugger.
    const script = join(folder, 'ask.py');
    const input = join(folder, 'input');
    await writeFile(input, program.stdin);
    await writeFile(
      script,
      [
        'import bdb, runpy, sys',
        'class Ask(bdb.Bdb):',
        '    left = int(sys.argv[2])',
        '    def user_line(self, frame):',
        '        if frame.f_code.co_filename != sys.argv[1] or frame.f_lineno != int(sys.argv[3]): return',
        '        self.left -= 1',
        '        if self.left == 0:',
        '            for name in sys.argv[4:]: print("=", eval(name, frame.f_globals, frame.f_locals), file=sys.stderr)',
        'source = open(sys.argv[1]).read()',
        'Ask().run(compile(source, sys.argv[1], "exec"), {"__name__": "__main__"})',
      ].join('\n'),
    );
    const words = [script, program.path, String(visit), String(line), ...variables];
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const { stderr } = await run('sh', ['-c', `/usr/bin/python3 ${quoted} < '${input}'`]);
    return after(stderr, /^= (.*)$/gm);
  });

/** Waits until what a process printed since the last time ends with a text. */
class Expected {
  #text = '';
  #check: (() => void) | null = null;

  constructor(stream: Readable) {
    stream.setEncoding('utf8');
    stream.on('data', (piece: string) => {
      this.#text += piece;
      this.#check?.();
    });
  }

  until(sign: RegExp): Promise<string> {
    const found = Promise.withResolvers<string>();
    const timer = setTimeout(() => found.reject(new Error(`Only: ${this.#text}`)), HANG_MS);
    this.#check = () => {
      if (!sign.test(this.#text)) return;
      clearTimeout(timer);
      this.#check = null;
      const text = this.#text;
      this.#text = '';
      found.resolve(text);
    };
    this.#check();
    return found.promise;
  }
}

const PROMPT = /main\[1\] $/;
const HIT = /Breakpoint hit[^]*main\[1\] $/;

const askJdb: Debugger = ({ program, line, visit, variables }) =>
  inFolder(async (folder) => {
    await run('javac', ['-g', '-d', folder, program.path]);
    const input = join(folder, 'input');
    await writeFile(input, program.stdin);
    const agent = '-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0';
    const java = spawn('java', [agent, '-cp', folder, 'Main']);
    createReadStream(input).pipe(java.stdin);
    const [, port = ''] =
      /address: (\d+)/.exec(await new Expected(java.stdout).until(/address: \d+\n/)) ?? [];
    const jdb = spawn('jdb', ['-attach', `127.0.0.1:${port}`]);
    try {
      const output = new Expected(jdb.stdout);
      await output.until(PROMPT);
      const say = (command: string, sign: RegExp) => {
        jdb.stdin.write(`${command}\n`);
        return output.until(sign);
      };
      await say(`stop at Main:${line}`, PROMPT);
      for (let count = 0; count < visit; count += 1) await say('cont', HIT);
      const values: string[] = [];
      for (const name of variables)
        values.push(...after(await say(`print ${name}`, PROMPT), /= (.*)$/gm));
      return values;
    } finally {
      jdb.kill('SIGKILL');
      java.kill('SIGKILL');
    }
  });

/** By language. */
export const debuggers: Record<SteppedProgram['language'], Debugger> = {
  c: askGdb,
  cpp: askGdb,
  java: askJdb,
  python: askPdb,
};
