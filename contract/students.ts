import { z } from 'zod';
import { endpoint, replyOf } from './endpoint.ts';

/** A course or a year that students have, as their list has it. */
const Choice = z.object({ name: z.string(), students: z.int() });
export type AudienceChoice = z.infer<typeof Choice>;

export const listAudienceChoices = endpoint({
  method: 'GET',
  path: '/api/v1/audience-choices',
  access: ['admin'],
  summary: 'What an audience may name: courses, years and students',
  reply: replyOf(
    z.object({
      courses: z.array(Choice),
      years: z.array(Choice),
      students: z.array(
        z.object({
          rollNumber: z.string(),
          name: z.string(),
          course: z.string(),
          year: z.string(),
        }),
      ),
    }),
  ),
});
