import { z } from 'zod';
import { AudienceDraft, InClass } from './audience.ts';
import { MANY_VALUES, endpoint, replyOf } from '../http/endpoint.ts';

/** A course, year or mentor of students on the list. */
const Choice = z.object({ name: z.string(), students: z.int() });
export type StudentChoice = z.infer<typeof Choice>;

export const listAudienceChoices = endpoint({
  method: 'GET',
  path: '/api/v1/audience-choices',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  summary: 'List the courses, years and mentors of students, for choosing an audience',
  query: z.object({
    /** Only students of this class. */
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
  summary: 'Count the students an audience admits, and list its unknown roll numbers',
  body: AudienceDraft,
  reply: replyOf(
    z.object({
      reached: z.int(),
      /** Students of the class, if one is named; for staff limited to sections, of these. */
      students: z.int(),
      /** Unknown roll numbers, in lower case. */
      unknown: z.array(z.string()),
    }),
  ),
});
