import { z } from 'zod';
import { AudienceDraft, InClass } from './audience.ts';
import { MANY_VALUES, endpoint, replyOf } from '../endpoint.ts';

/** A course, a year or a mentor that students have, as their list has it. */
const Choice = z.object({ name: z.string(), students: z.int() });
export type StudentChoice = z.infer<typeof Choice>;

export const listAudienceChoices = endpoint({
  method: 'GET',
  path: '/api/v1/audience-choices',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  summary: 'Courses, years and mentors that students have, to choose students by',
  query: z.object({
    /** Of the students of this class alone. */
    class: InClass.shape.classId.optional(),
  }),
  reply: replyOf(
    z.object({
      courses: z.array(Choice),
      years: z.array(Choice),
      mentors: z.array(Choice),
    }),
  ),
});

export const getAudienceReach = endpoint({
  method: 'POST',
  path: '/api/v1/audience-reach',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  audit: { notKept: 'It changes nothing.' },
  bodyLimit: MANY_VALUES,
  summary: 'How many students an audience lets in, and which of its roll numbers nobody has',
  body: AudienceDraft,
  reply: replyOf(
    z.object({
      reached: z.int(),
      /** Of the class, where one is named; whoever may see only sections of it is told of these. */
      students: z.int(),
      /** Of the roll numbers, in lower case. */
      unknown: z.array(z.string()),
    }),
  ),
});
