import type { TraceValue } from '@vlabs/contract/runs/trace/trace';
import { afterAll, describe, expect, test } from 'vitest';
import { type DifferentialProgram, readPrograms } from './differential/program.ts';
import { debuggers } from './testing/debuggers.ts';
import { HANG_MS } from './testing/patience.ts';
import { listSteppedPrograms, STEPPED_LANGUAGES } from './testing/stepped-programs.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';
import { readTraced, traceOf, variablesAt } from './testing/trace-of.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const WHOLE = new Set(['exit', 'exception', 'signal']);
const samples = STEPPED_LANGUAGES.flatMap(readPrograms);
const programs = [...samples, ...listSteppedPrograms()];

/** Programs whose behaviour is not defined, or that lose what they printed when nothing flushes it. */
const DIFFERENT: ReadonlySet<string> = new Set([
  'c a size too large',
  'c exit without flush',
  'c floating point',
  'cpp bad allocation',
  'python a hard exit',
  'python closing its output',
]);

async function findDifference(program: Omit<DifferentialProgram, 'name'>): Promise<string | null> {
  const run = await runner.run(program);
  if (run.verdict === 'compile_error') return null;
  const outcome = await runner.run({ ...program, order: { isTrace: true } });
  // Neither started, and no trace says so.
  if (outcome.traceBase64 === undefined) return run.verdict === 'accepted' ? 'no trace' : null;
  const { stdout, stderr, end } = readTraced(outcome);
  const status = run.exitCode ?? run.exitSignal;
  // Java names local variables in its messages only if it was compiled for a debugger.
  const hasSameErrors = stderr === run.stderr || program.language === 'java';
  if (WHOLE.has(end.end) && (end.code !== status || !hasSameErrors))
    return `${end.end} ${end.code}, not ${status}\n${stderr}\nnot\n${run.stderr}`;
  const isSame = WHOLE.has(end.end) ? stdout === run.stdout : run.stdout.startsWith(stdout);
  return isSame ? null : `${end.end}\n${stdout}\nnot\n${run.stdout}`;
}

describe.skipIf(cannotConfine)('the output of a traced program', () => {
  test(
    `is that of its run, in ${programs.length} programs`,
    { timeout: 30 * HANG_MS },
    async () => {
      expect(programs.length).toBeGreaterThanOrEqual(100);
      const different: string[] = [];
      for (const { name, ...program } of programs) {
        const named = `${program.language} ${name}`;
        const difference = DIFFERENT.has(named) ? null : await findDifference(program);
        if (difference !== null) different.push(`${named}: ${difference}`);
      }
      expect(different).toEqual([]);
    },
  );
});

interface Look {
  program: string;
  /** The line that is about to run, its text, and the which time it does. */
  line: string;
  visit: number;
  variables: string[];
}

/** Whole numbers and texts, which every debugger prints alike. */
const LOOKS: readonly Look[] = [
  { program: 'c counting', line: 'total += i;', visit: 40, variables: ['i', 'total'] },
  {
    program: 'c bubble',
    line: 'numbers[j] = numbers[j + 1];',
    visit: 9,
    variables: ['i', 'j', 'count'],
  },
  { program: 'c list', line: 'total += head->value;', visit: 7, variables: ['total'] },
  { program: 'c recursion', line: 'moves++;', visit: 6, variables: ['count', 'moves'] },
  {
    program: 'c structs',
    line: 'total += marks[i];',
    visit: 8,
    variables: ['i', 'total', 'count'],
  },
  { program: 'c words', line: 'table[at].count++;', visit: 11, variables: ['at', 'used'] },
  { program: 'cpp counting', line: 'total += i;', visit: 33, variables: ['i', 'total'] },
  { program: 'cpp selection', line: 'least = j;', visit: 5, variables: ['i', 'j', 'least'] },
  { program: 'cpp list', line: 'return value;', visit: 4, variables: ['value'] },
  { program: 'cpp memo', line: 'known[n] = result;', visit: 5, variables: ['n', 'result'] },
  { program: 'cpp shapes', line: 'total += area;', visit: 5, variables: ['area', 'total'] },
  { program: 'cpp words', line: 'counts[given]++;', visit: 3, variables: [] },
  { program: 'java counting', line: 'total += i;', visit: 50, variables: ['i', 'total'] },
  {
    program: 'java bubble',
    line: 'numbers[j + 1] = other;',
    visit: 7,
    variables: ['i', 'j', 'other'],
  },
  { program: 'java list', line: 'total += at.value;', visit: 6, variables: ['total'] },
  { program: 'java recursion', line: 'moves++;', visit: 9, variables: ['count'] },
  { program: 'java accounts', line: 'account.addInterest();', visit: 5, variables: ['year'] },
  { program: 'java words', line: 'counts.put(word, count + 1);', visit: 9, variables: ['count'] },
  { program: 'python counting', line: 'total += i', visit: 61, variables: ['i', 'total'] },
  {
    program: 'python bubble',
    line: 'numbers[j], numbers[j + 1] = numbers[j + 1], numbers[j]',
    visit: 8,
    variables: ['i', 'j'],
  },
  { program: 'python list', line: 'total += head.value', visit: 5, variables: ['total'] },
  {
    program: 'python recursion',
    line: 'moves += 1',
    visit: 10,
    variables: ['count', 'start', 'goal'],
  },
  {
    program: 'python accounts',
    line: 'account.add_interest()',
    visit: 6,
    variables: ['year', 'key'],
  },
  { program: 'python words', line: 'print(word, count)', visit: 4, variables: ['word', 'count'] },
];

/** The number of the line with this text, from 1. */
function numberOf(source: string, line: string): number {
  const at = source.split('\n').findIndex((text) => text.trim() === line);
  if (at < 0) throw new Error(`No line is ${line}`);
  return at + 1;
}

/** As a debugger prints it. */
function wordsOf(value: TraceValue | undefined): string {
  if (!Array.isArray(value)) return String(value);
  const [tag, first] = value;
  if (tag === 'f') return String(Number(first));
  return tag === 'i' ? first : JSON.stringify(value);
}

describe.skipIf(cannotConfine)('values at a step are those of the debugger', () => {
  const all = new Map(listSteppedPrograms().map((one) => [`${one.language} ${one.name}`, one]));
  test.each(LOOKS)(
    '$program before “$line”, visit $visit',
    { timeout: 4 * HANG_MS },
    async (look) => {
      const program = all.get(look.program);
      if (!program) throw new Error(`There is no ${look.program}.`);
      const { language, source, stdin } = program;
      const line = numberOf(source, look.line);
      const traced = await traceOf(runner, { language, source, stdin });
      const inside = variablesAt(traced, line, look);
      const outside = variablesAt(traced, line, { ...look, depth: 0 });
      const told = look.variables.map(
        (name) => inside[name] ?? outside[name] ?? outside[`Main.${name}`],
      );
      const asked = { program, line, visit: look.visit, variables: look.variables };
      expect(told.map(wordsOf)).toEqual(await debuggers[language](asked));
    },
  );
});
