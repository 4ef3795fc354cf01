import { z } from 'zod';
import { RollNumber } from '../auth/auth.ts';
import { Done, endpoint, replyOf, textsOf } from '../http/endpoint.ts';
import { canonicalLine } from '../text/canonical.ts';

export const MAX_EXPERIMENTS = 60;
export const MAX_SIGNATURES = 6;
export const MAX_ALGORITHM = 20_000;
export const MAX_INPUT = 4000;

/** An assignment, or a question of a test that asks for a program. */
export const WorkOfExperiment = z.object({
  workId: z.uuid().toLowerCase(),
  /** In the teacher's numbering; 0 for an assignment. */
  question: z.int().min(0).max(1000),
});
export type WorkOfExperiment = z.infer<typeof WorkOfExperiment>;

const line = (max: number) =>
  z.string().overwrite(canonicalLine).trim().max(max, `At most ${max} characters.`);

export const Experiment = WorkOfExperiment.extend({
  /** In the index; empty for the title of the work. */
  title: line(200),
});
export type Experiment = z.infer<typeof Experiment>;

export const sameWork = (one: WorkOfExperiment, other: WorkOfExperiment): boolean =>
  one.workId === other.workId && one.question === other.question;

/** What the lab record of a class contains. */
export const RecordSettings = z.object({
  /** The titles below the signature lines of the certificate. */
  signatures: z
    .array(line(60).min(1, 'Type the title.'))
    .max(MAX_SIGNATURES, `A certificate has at most ${MAX_SIGNATURES} signatures.`),
  /** Whether students hand in this document; else it says that it is a copy. */
  replacesHandwriting: z.boolean(),
  experiments: z
    .array(Experiment)
    .max(MAX_EXPERIMENTS, `A record has at most ${MAX_EXPERIMENTS} experiments.`)
    .refine(
      (all) =>
        new Set(all.map(({ workId, question }) => `${workId} ${question}`)).size === all.length,
      'An experiment occurs once.',
    ),
});
export type RecordSettings = z.infer<typeof RecordSettings>;

export const usualSettings: RecordSettings = {
  signatures: [
    'Faculty in charge',
    'Head of the department',
    'Internal examiner',
    'External examiner',
  ],
  replacesHandwriting: false,
  experiments: [],
};

const ofClass = z.object({ classId: z.uuid('That class is not known.').toLowerCase() });
const ofStudent = ofClass.extend({ userId: RollNumber });

const Choice = WorkOfExperiment.extend({ title: z.string() });

const ClassRecord = z.object({
  className: z.string(),
  subject: z.string(),
  term: z.string(),
  department: z.string(),
  /** 0 if it was never saved. */
  version: z.int(),
  settings: RecordSettings,
  /** What can be an experiment: assignments, and programs of published tests. */
  choices: z.array(Choice),
  mayEdit: z.boolean(),
  students: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      /** Experiments with a program, text or file. */ done: z.int(),
    }),
  ),
});
export type ClassRecord = z.infer<typeof ClassRecord>;

export const getClassRecord = endpoint({
  method: 'GET',
  path: '/api/v1/classes/:classId/record',
  access: ['admin'],
  right: { to: 'viewWork', of: 'class' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get what the lab record of a class contains, and how many experiments each student did',
  params: ofClass,
  reply: replyOf(ClassRecord),
});

export const saveClassRecord = endpoint({
  method: 'PUT',
  path: '/api/v1/classes/:classId/record',
  access: ['admin'],
  right: { to: 'changeResults', of: 'class' },
  audit: 'kept',
  summary: 'Set the experiments and signatures of the lab record of a class',
  params: ofClass,
  body: z.object({
    /** The version that was changed. Refused if somebody else saved since. */
    version: z.int().min(0),
    settings: RecordSettings,
  }),
  reply: replyOf(z.object({ version: z.int() })),
});

/** Progress as the task `record` of the class. */
export const prepareRecords = endpoint({
  method: 'POST',
  path: '/api/v1/classes/:classId/record/outputs',
  access: ['admin'],
  right: { to: 'analyse', of: 'class' },
  audit: { notKept: 'It runs programs for documents and changes no work.' },
  summary: 'Run the programs whose output the lab records lack, as a task',
  params: ofClass,
  reply: replyOf(z.object({ total: z.int() })),
});

const printed = { method: 'GET', load: 'heavy', reply: z.unknown() } as const;
const printedByStaff = {
  ...printed,
  access: ['admin'],
  right: { to: 'analyse', of: 'class' },
  audit: 'kept',
} as const;

export const printRecord = endpoint({
  ...printedByStaff,
  path: '/api/v1/classes/:classId/students/:userId/record.pdf',
  summary: 'Print the lab record of a student as a PDF',
  params: ofStudent,
});

export const printRecords = endpoint({
  ...printedByStaff,
  path: '/api/v1/classes/:classId/records.zip',
  summary: 'Print the lab records of the students in scope, as one ZIP file of PDFs',
  params: ofClass,
});

const OwnExperiment = Experiment.extend({
  isDone: z.boolean(),
  /** The student's own; empty for the one of the statement. */
  algorithm: z.string(),
  /** For the run whose output is printed; null for the sample of the work. */
  input: z.string().nullable(),
});
export type OwnExperiment = z.infer<typeof OwnExperiment>;

const OwnRecord = z.object({
  className: z.string(),
  subject: z.string(),
  replacesHandwriting: z.boolean(),
  experiments: z.array(OwnExperiment),
});
export type OwnRecord = z.infer<typeof OwnRecord>;

export const getOwnRecord = endpoint({
  method: 'GET',
  path: '/api/v1/my-classes/:classId/record',
  access: ['student'],
  summary: 'Get the experiments of a student’s own lab record',
  params: ofClass,
  reply: replyOf(OwnRecord),
});

export const saveOwnTexts = endpoint({
  method: 'PUT',
  path: '/api/v1/my-classes/:classId/record',
  access: ['student'],
  summary: 'Save a student’s own algorithm and input of an experiment',
  params: ofClass,
  body: WorkOfExperiment.extend({
    algorithm: z
      .string()
      .max(
        MAX_ALGORITHM,
        `An algorithm has at most ${MAX_ALGORITHM.toLocaleString('en-IN')} characters.`,
      ),
    input: z
      .string()
      .max(MAX_INPUT, `An input has at most ${MAX_INPUT.toLocaleString('en-IN')} characters.`)
      .nullable(),
  }),
  bodyLimit: textsOf(MAX_ALGORITHM + MAX_INPUT),
  reply: Done,
});

export const printOwnRecord = endpoint({
  ...printed,
  path: '/api/v1/my-classes/:classId/record.pdf',
  access: ['student'],
  summary: 'Print a student’s own lab record as a PDF',
  params: ofClass,
});
