import { hash } from 'node:crypto';
import {
  type Experiment,
  type RecordSettings,
  type WorkOfExperiment,
  sameWork,
} from '@vlabs/contract/records/records';
import { type ProgramRunner, runTestCases } from '../runs/runs.reads.ts';
import type { PrintedExperiment } from './record-document.ts';
import * as queries from './records.queries.ts';
import { type Done, type RecordServices, type Work, chooseWorks, listWorks } from './works.ts';

/** Limits of a run for a record: those of a test case that a teacher did not change. */
const LIMITS = { timeLimitMs: 2000, memoryLimitKb: 262_144 } as const;

/** An experiment of a student with its run. */
export interface StudentExperiment {
  experiment: Experiment;
  work: Work;
  done: Done | null;
  algorithm: string;
  /** Null for the sample of the work. */
  ownInput: string | null;
  /** The program, its input, and what names the run; null without a program. */
  run: { program: NonNullable<Done['program']>; input: string; sha256: string } | null;
  /** Null if the run was not made yet. */
  output: queries.RecordOutput | null;
}

export interface StudentRecord {
  student: queries.RecordStudent;
  experiments: StudentExperiment[];
}

/** The experiments of some students of a class, in the order of its record. */
export async function readRecords(
  services: RecordServices,
  { classId, settings }: { classId: string; settings: RecordSettings },
  students: readonly queries.RecordStudent[],
): Promise<StudentRecord[]> {
  const { pool } = services;
  const ids = students.map(({ personId }) => personId);
  const chosen = chooseWorks(await listWorks(services, classId), settings.experiments);
  const [texts, outputs] = await Promise.all([
    queries.listTexts(pool, classId, ids),
    queries.listOutputs(pool, classId, ids),
  ]);
  const done: Map<string, Done>[] = [];
  for (const { work } of chosen) done.push(await work.listDone(ids));
  return students.map((student) => ({
    student,
    experiments: chosen.map(({ experiment, work }, at) => {
      const own = ofPerson(texts, student.personId, work);
      const did = done[at]?.get(student.personId) ?? null;
      const run = did?.program ? runOf(did.program, own?.input ?? work.sampleInput) : null;
      const made = ofPerson(outputs, student.personId, work);
      const output = made && made.runSha256 === run?.sha256 ? made : null;
      const { algorithm = '', input: ownInput = null } = own ?? {};
      return { experiment, work, done: did, algorithm, ownInput, run, output };
    }),
  }));
}

const ofPerson = <One extends WorkOfExperiment & { personId: string }>(
  all: readonly One[],
  personId: string,
  work: Work,
): One | null => all.find((one) => one.personId === personId && sameWork(one, work)) ?? null;

function runOf(program: NonNullable<Done['program']>, input: string) {
  const sha256 = hash('sha256', JSON.stringify([program.languageId, program.source, input]));
  return { program, input, sha256 };
}

/** The experiments whose program has no output yet. */
export const listMissing = ({ experiments }: StudentRecord): StudentExperiment[] =>
  experiments.filter(({ run, output }) => run !== null && output === null);

/** Runs a program for a record, and stores what it printed. Throws if it cannot be run. */
export async function makeOutput(
  { pool }: RecordServices,
  runner: ProgramRunner,
  key: Omit<queries.RecordKey, keyof WorkOfExperiment>,
  { run, work }: StudentExperiment,
): Promise<queries.RecordOutput | null> {
  if (!run) return null;
  const { program, input, sha256: runSha256 } = run;
  const expectedOutput = '';
  const rule = { comparison: 'exact', tolerance: 0 } as const;
  const test = { name: '', input, expectedOutput, points: 0, isHidden: false, ...LIMITS, ...rule };
  const { compileOutput, results } = await runTestCases(runner, program, [test]);
  const [result] = results;
  const isCompiled = result?.outcome !== 'not_compiled';
  const output = isCompiled ? (result?.output ?? '') : (compileOutput ?? '');
  const failure = isCompiled ? (result?.reason ?? null) : 'The program does not compile.';
  const { workId, question } = work;
  await queries.upsertOutput(pool, { ...key, workId, question }, { runSha256, output, failure });
  return { personId: key.personId, workId, question, runSha256, output, failure };
}

export const printedExperiment = (one: StudentExperiment): PrintedExperiment => ({
  title: one.experiment.title === '' ? one.work.title : one.experiment.title,
  statement: one.work.statement,
  algorithm: one.algorithm,
  done: one.done,
  input: one.run?.input ?? '',
  run: one.output,
});
