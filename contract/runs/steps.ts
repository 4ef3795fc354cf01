import { RollNumber } from '../auth/auth.ts';
import { z } from 'zod';
import { Done, endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';
import { canonicalText } from '../text/canonical.ts';
import { Language } from './languages.ts';
import { MAX_EXAMPLE_INPUT, MAX_EXAMPLE_SOURCE } from './trace/stepped-examples.ts';
import { MAX_TRACE_STEPS } from './trace/trace.ts';

/** A traced run, with everything that a page needs to step through it. */
const Steps = z.object({
  languageId: z.int(),
  /** The main file first. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  stdin: z.string(),
  /** JSON lines (docs/api/traces.md), packed by gzip, in base64. */
  trace: z.string(),
  /** Who ran the program. */
  rollNumber: z.string(),
  createdAt: z.iso.datetime(),
  /** What its author asks a teacher, at a step from 1; null if they ask nothing. */
  question: z.object({ text: z.string(), step: z.int() }).nullable(),
});
export type Steps = z.infer<typeof Steps>;

const token = z.uuid('That run is not known.');

export const getSteps = endpoint({
  method: 'GET',
  path: '/api/v1/runs/:token/steps',
  access: signedInOrGuest,
  right: 'own',
  load: 'heavy',
  summary: 'Get one of the caller’s traced runs, to step through it',
  params: z.object({ token }),
  reply: replyOf(Steps),
});

export const askAboutStep = endpoint({
  method: 'PUT',
  path: '/api/v1/runs/:token/question',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'A question about a run of one’s own.' },
  summary: 'Ask a teacher about a step of one of the caller’s traced runs; then staff may see it',
  params: z.object({ token }),
  body: z.object({
    text: z
      .string('Write your question.')
      .overwrite(canonicalText)
      .trim()
      .min(1, 'Write your question.')
      .max(1000, 'A question has at most 1000 characters.'),
    step: z.int().min(1).max(MAX_TRACE_STEPS),
  }),
  reply: Done,
});

export const getStepsOfStudent = endpoint({
  method: 'GET',
  path: '/api/v1/students/:rollNumber/steps/:token',
  access: ['admin'],
  right: { to: 'viewWork', of: 'student' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get a traced run about which a student asks, to step through it',
  params: z.object({ rollNumber: RollNumber, token }),
  reply: replyOf(Steps),
});

/** An example of a statement. Its trace is null until it was made, and if `fault` says why there is none. */
const MadeExample = z.object({
  trace: z.string().nullable(),
  fault: z.string().nullable(),
  isMade: z.boolean(),
});
export type MadeExample = z.infer<typeof MadeExample>;

export const findSteppedExample = endpoint({
  method: 'POST',
  path: '/api/v1/stepped-examples',
  access: signedInOrGuest,
  openDuringTests: 'An example is a part of a question.',
  right: 'own',
  audit: { notKept: 'Only reads.' },
  summary: 'Get the trace of a program in a statement, by its text and input',
  body: z.object({
    language: Language,
    source: z.string().max(MAX_EXAMPLE_SOURCE),
    stdin: z.string().max(MAX_EXAMPLE_INPUT),
  }),
  reply: replyOf(MadeExample),
});
