import { z } from 'zod';
import { endpoint, replyOf } from './endpoint.ts';

/** Fewer students than these differ by chance; each of them is shown by themselves. */
export const FEW_STUDENTS = 5;

/** How the means of the students of a group are spread, in per cent. */
const Spread = z.object({
  /** Who has at least one result. */
  students: z.int(),
  results: z.int(),
  mean: z.number(),
  /** With n − 1; null for one student. */
  standardDeviation: z.number().nullable(),
  lowest: z.number(),
  lowerQuartile: z.number(),
  median: z.number(),
  upperQuartile: z.number(),
  highest: z.number(),
  /** Each student's mean, of fewer than five; else empty. */
  points: z.array(z.number()),
});
export type Spread = z.infer<typeof Spread>;

const ClassGroup = z.object({
  by: z.enum(['course', 'year', 'mentor']),
  name: z.string(),
  /** On the student list, with results or without. */
  students: z.int(),
  /** Null: none of them has a result. */
  quizzes: Spread.nullable(),
  assignments: Spread.nullable(),
});
export type ClassGroup = z.infer<typeof ClassGroup>;

const day = z.iso.date('Choose a day.');

export const compareClasses = endpoint({
  method: 'GET',
  path: '/api/v1/insight/classes',
  access: ['admin'],
  right: 'campus',
  summary:
    'Courses, years and mentors over all quizzes and assignments between two days of Kolkata',
  query: z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
    message: 'The last day is not before the first.',
    path: ['to'],
  }),
  reply: replyOf(
    z.object({
      /** Quizzes that began, and assignments that were due, in these days. */
      quizzes: z.int(),
      assignments: z.int(),
      groups: z.array(ClassGroup),
    }),
  ),
});
