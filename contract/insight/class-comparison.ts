import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';

/** Below this size a group's statistics are noise, so its students are listed instead. */
export const FEW_STUDENTS = 5;

/** The distribution of the students' means in a group, in per cent. */
const Spread = z.object({
  /** Students with at least one result. */
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
  /** Each student's mean if there are fewer than five; otherwise empty. */
  points: z.array(z.number()),
});
export type Spread = z.infer<typeof Spread>;

const ClassGroup = z.object({
  by: z.enum(['course', 'year', 'mentor']),
  name: z.string(),
  /** Students on the list, with or without results. */
  students: z.int(),
  /** Null if none of them has a result. */
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
    'Compare courses, years and mentors over all tests and assignments between two days in Asia/Kolkata',
  query: z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
    message: 'The last day is not before the first.',
    path: ['to'],
  }),
  reply: replyOf(
    z.object({
      /** Tests that started and assignments that were due on these days. */
      quizzes: z.int(),
      assignments: z.int(),
      groups: z.array(ClassGroup),
    }),
  ),
});
