import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';

/** The sets of a printed test, by their letters. Neighbours get different ones. */
export const SETS = ['A', 'B', 'C', 'D'] as const;
export const PaperSet = z.enum(SETS, 'The set is A, B, C or D.');
export type PaperSet = z.infer<typeof PaperSet>;

export const MAX_SEATS_PER_ROW = 20;
export const MAX_ROOMS = 50;

const Sets = z.coerce
  .number('The number of sets is a number.')
  .int('The number of sets is a whole number.')
  .min(1, 'A test has at least one set.')
  .max(SETS.length, `A test has at most ${SETS.length} sets.`)
  .default(1);

const quizParams = z.object({ uniqueId: z.uuid('Unknown quiz.') });
const forPrinting = {
  method: 'GET',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'quiz' },
  audit: 'kept',
  load: 'heavy',
  params: quizParams,
  reply: z.unknown(),
} as const;

/** One set. With several, questions and options are shuffled as they are for students. */
export const getQuestionPaper = endpoint({
  ...forPrinting,
  path: '/api/v1/auth/quiz/:uniqueId/paper.pdf',
  summary: 'Print a set of a test, or its key, as a PDF',
  query: z.object({
    sets: Sets,
    set: PaperSet.default('A'),
    content: z
      .enum(['paper', 'key', 'answer-sheet'], 'Print the paper, the key or the answer sheet.')
      .default('paper'),
  }),
});

/** A line is a room: its name, a comma, its seats. */
export const Rooms = z
  .string()
  .max(2000, 'Rooms have at most 2,000 characters.')
  .transform((text, context) => {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length > MAX_ROOMS) {
      context.addIssue({ code: 'custom', message: `Enter at most ${MAX_ROOMS} rooms.` });
    }
    return lines.map((line) => {
      const comma = line.lastIndexOf(',');
      const name = line.slice(0, comma).trim();
      const seats = Number(line.slice(comma + 1).trim());
      if (comma > 0 && name !== '' && Number.isInteger(seats) && seats >= 1 && seats <= 1000) {
        return { name: name.slice(0, 60), seats };
      }
      context.addIssue({
        code: 'custom',
        message: 'Write each room on its own line, such as “Lab 1, 30”.',
      });
      return z.NEVER;
    });
  });

export const getAttendanceSheet = endpoint({
  ...forPrinting,
  path: '/api/v1/auth/quiz/:uniqueId/attendance.pdf',
  summary: 'Print the attendance sheet of a test: seats, sets and signatures',
  query: z.object({
    sets: Sets,
    /** Empty for one room. */
    rooms: Rooms.default([]),
    perRow: z.coerce
      .number('Seats in a row are a number.')
      .int('Seats in a row are a whole number.')
      .min(1, 'A row has at least one seat.')
      .max(MAX_SEATS_PER_ROW, `A row has at most ${MAX_SEATS_PER_ROW} seats.`)
      .default(6),
  }),
});
