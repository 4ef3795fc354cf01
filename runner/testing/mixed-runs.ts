import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import type { Verdict } from '@vlabs/contract/runs/runner';
import type { Program, TestRunner } from './start-runner.ts';

interface Mixed extends Program {
  language: Language;
  /** Null: the run is cancelled while it is running. */
  verdict: Verdict | null;
}

const endless = { limits: { cpuTimeMs: 150, extraTimeMs: 0 } };

/** Every way in which a run can end. */
const KINDS: readonly Mixed[] = [
  { language: 'python', source: 'print(input())', stdin: 'x', verdict: 'accepted' },
  {
    language: 'c',
    source: '#include <stdio.h>\nint main(void){puts("x");}',
    verdict: 'accepted',
  },
  { language: 'c', source: 'int main(void){ return x; }', verdict: 'compile_error' },
  { language: 'python', source: 'while True: pass', ...endless, verdict: 'time_limit' },
  {
    language: 'python',
    source: 'import time\ntime.sleep(9)',
    limits: { wallTimeMs: 150 },
    verdict: 'time_limit',
  },
  {
    language: 'c',
    source:
      '#include <stdlib.h>\n#include <string.h>\nint main(void){for(;;)memset(malloc(1<<20),1,1<<20);}',
    limits: { memoryKb: 16_000 },
    verdict: 'memory_limit',
  },
  {
    language: 'cpp',
    source: '#include <csignal>\nint main(){ std::raise(SIGKILL); }',
    verdict: 'runtime_error',
  },
  {
    language: 'python',
    source:
      'import os\nfor _ in range(9):\n  if os.fork() == 0: os.closerange(0, 3); os.setsid(); os.kill(os.getpid(), 19)',
    verdict: 'accepted',
  },
  { language: 'python', source: 'while True: print("x" * 9999)', verdict: 'output_limit' },
  {
    language: 'java',
    source: 'public class Main{public static void main(String[] a){System.exit(3);}}',
    verdict: 'runtime_error',
  },
  { language: 'java', source: 'public class Main{int x="";}', verdict: 'compile_error' },
  { language: 'python', source: 'import time\ntime.sleep(60)', verdict: null },
  { language: 'cpp', source: 'int main(){ for(;;); }', verdict: null },
];

async function runOne(runner: TestRunner, { verdict, ...program }: Mixed): Promise<void> {
  if (verdict !== null) {
    const outcome = await runner.run(program);
    if (outcome.verdict !== verdict)
      throw new Error(`${outcome.verdict} instead of ${verdict}: ${String(program.source)}`);
    return;
  }
  const abort = new AbortController();
  const response = await runner.send(program, abort.signal);
  await response.body?.getReader().read();
  abort.abort();
}

/** Runs of every kind in turn, this many at once; each source is new. Throws if one ends differently. */
export async function runMixed(runner: TestRunner, count: number, atOnce: number): Promise<void> {
  const turns = Array.from({ length: count }, (_, index) => index);
  const work = async (): Promise<void> => {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
      const kind = KINDS[turn % KINDS.length];
      if (!kind) throw new Error('There is no kind of run.');
      const source = `${String(kind.source)}\n${languageOf(kind.language).syntax.lineComments[0]} ${process.hrtime.bigint()}\n`;
      await runOne(runner, { ...kind, source });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
