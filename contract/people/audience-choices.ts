import { z } from 'zod';
import { AudienceDraft } from './audience.ts';
import { MANY_VALUES, endpoint, replyOf } from '../endpoint.ts';

/** A course, a year or a mentor that students have, as their list has it. */
const Choice = z.object({ name: z.string(), students: z.int() });
export type StudentChoice = z.infer<typeof Choice>;

export const listAudienceChoices = endpoint({
  method: 'GET',
  path: '/api/v1/audience-choices',
  access: ['admin'],
  right: 'campus',
  summary: 'Courses, years and mentors that students have, to choose students by',
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
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  bodyRoom: MANY_VALUES,
  summary: 'How many students an audience lets in, and which of its roll numbers nobody has',
  body: AudienceDraft,
  reply: replyOf(
    z.object({
      reached: z.int(),
      students: z.int(),
      /** In lower case. */
      unknown: z.array(z.string()),
    }),
  ),
});
