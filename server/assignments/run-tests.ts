import type { AssignmentTest, TestResult } from '@vlabs/contract/assignment-tests';
import type { Caller } from '../platform/serve.ts';
import { areExpected } from './compare-outputs.ts';

/** What a run of a program says, as far as tests ask. */
interface EndedRun {
  finished_at: Date | null;
  status_id: number;
  compile_output: Buffer | null;
  results:
    | {
        status_id: number;
        stdout: Buffer;
        time: number | null;
        memory: number | null;
      }[]
    | null;
}

/** Whoever runs programs. */
export interface ProgramRunner {
  createRunAndWait: (
    caller: Caller,
    request: { values: Readonly<Record<string, unknown>>; base64: boolean },
    asked: { gone: AbortSignal; texts: readonly ('compile_output' | 'results')[]; response: null },
  ) => Promise<{ run: EndedRun }>;
}

/** The runs belong to no person, so that no student reads the inputs of hidden tests there. */
const TESTER: Caller = { id: 'assignment-tests', role: 'service', sessionId: null };
/** As many inputs as one run takes. */
const INPUTS_AT_ONCE = 20;
/** What is kept of a program's output. */
const MAX_OUTPUT_LENGTH = 10_000;

const STATUS_ACCEPTED = 3;
const STATUS_TIME_LIMIT = 5;
const STATUS_COMPILE_ERROR = 6;
const STATUS_INTERNAL_ERROR = 13;

export interface Program {
  source: string;
  languageId: number;
}

export interface TestedProgram {
  points: number;
  maxPoints: number;
  compileOutput: string | null;
  results: TestResult[];
}

type Numbered = AssignmentTest & { number: number };

/** Runs a program on all tests, those of the same limits together. Throws when it cannot be run. */
export async function runTests(
  runner: ProgramRunner,
  program: Program,
  tests: readonly AssignmentTest[],
): Promise<TestedProgram> {
  const numbered = tests.map((test, index) => ({ ...test, number: index + 1 }));
  const results: TestResult[] = [];
  let compileOutput: string | null = null;
  for (const group of groupByLimits(numbered)) {
    const run = await runGroup(runner, program, group);
    const said = textOf(run.compile_output);
    if (said !== '') compileOutput = said;
    results.push(...(await judgeAll(group, run)));
  }
  const sum = (count: (result: TestResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  return {
    points: sum(({ points }) => points),
    maxPoints: sum(({ maxPoints }) => maxPoints),
    compileOutput,
    results: results.toSorted((a, b) => a.number - b.number),
  };
}

function groupByLimits(tests: Numbered[]): Numbered[][] {
  const groups = Map.groupBy(
    tests,
    ({ timeLimitMs, memoryLimitKb }) => `${timeLimitMs} ${memoryLimitKb}`,
  );
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / INPUTS_AT_ONCE) }, (_, part) =>
      group.slice(part * INPUTS_AT_ONCE, (part + 1) * INPUTS_AT_ONCE),
    ),
  );
}

async function runGroup(
  runner: ProgramRunner,
  { source, languageId }: Program,
  group: Numbered[],
): Promise<EndedRun> {
  const [{ timeLimitMs, memoryLimitKb } = { timeLimitMs: 0, memoryLimitKb: 0 }] = group;
  const seconds = timeLimitMs / 1000;
  const values = {
    language_id: languageId,
    source_code: base64Of(source),
    cpu_time_limit: seconds,
    // Waiting for the disk or another program costs a student nothing.
    wall_time_limit: Math.min(20, seconds * 2 + 2),
    memory_limit: memoryLimitKb,
    inputs: group.map(({ number, input }) => ({ name: String(number), stdin: base64Of(input) })),
  };
  const never = new AbortController().signal;
  const asked = { gone: never, texts: ['compile_output', 'results'], response: null } as const;
  const { run } = await runner.createRunAndWait(TESTER, { values, base64: true }, asked);
  if (run.finished_at === null || run.status_id === STATUS_INTERNAL_ERROR) {
    throw new Error('A handed in program could not be run on its tests.');
  }
  return run;
}

async function judgeAll(group: Numbered[], run: EndedRun): Promise<TestResult[]> {
  const outputs = group.map((_test, index) => textOf(run.results?.[index]?.stdout ?? null));
  const endings = group.map((_test, index) => endingOf(run.status_id, run.results?.[index]));
  const toCompare = group.flatMap(({ expectedOutput: expected, comparison, tolerance }, index) =>
    endings[index] === null
      ? [{ output: outputs[index] ?? '', expected, comparison, tolerance }]
      : [],
  );
  const answers = (await areExpected(toCompare)).values();
  return group.map((test, index) => {
    const outcome = endings[index] ?? (answers.next().value ? 'passed' : 'wrong_output');
    return toTestResult(test, outcome, { ...run.results?.[index], output: outputs[index] ?? '' });
  });
}

function toTestResult(
  { number, isHidden, name, input, expectedOutput, points: maxPoints }: Numbered,
  outcome: TestResult['outcome'],
  { output, time, memory }: { output: string; time?: number | null; memory?: number | null },
): TestResult {
  return {
    number,
    isHidden,
    outcome,
    points: outcome === 'passed' ? maxPoints : 0,
    maxPoints,
    name,
    input,
    expectedOutput,
    output: output.slice(0, MAX_OUTPUT_LENGTH),
    timeSeconds: time ?? null,
    memoryKb: memory ?? null,
  };
}

/** Null where the program ended as it should, so that its output decides. */
function endingOf(
  runStatus: number,
  result: { status_id: number } | undefined,
): TestResult['outcome'] | null {
  if (!result) return runStatus === STATUS_COMPILE_ERROR ? 'not_compiled' : 'not_run';
  if (result.status_id === STATUS_TIME_LIMIT) return 'time_limit';
  return result.status_id === STATUS_ACCEPTED ? null : 'runtime_error';
}

const base64Of = (text: string) => Buffer.from(text, 'utf8').toString('base64');
/** PostgreSQL keeps no NUL in a text. */
const textOf = (bytes: Buffer | null) => bytes?.toString('utf8').replaceAll('\0', '\uFFFD') ?? '';
