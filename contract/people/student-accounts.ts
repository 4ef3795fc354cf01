import { z } from 'zod';
import { RollNumber } from './auth.ts';
import { Done, MANY_VALUES, endpoint, replyOf } from '../endpoint.ts';
import { Student } from './students.ts';

/** What admins do about the accounts of students and guests, and about who registers. */

const ofStudent = z.object({ rollNumber: RollNumber });

export const setStudentDisabled = endpoint({
  method: 'PUT',
  path: '/api/v1/students/:rollNumber/disabled',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Disable the account of a student, which ends all its sessions, or enable it again',
  params: ofStudent,
  body: z.object({ disabled: z.boolean('Say whether the account is to be disabled.') }),
  reply: replyOf(Student),
});

export const resetStudentPassword = endpoint({
  method: 'POST',
  path: '/api/v1/students/:rollNumber/password',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Give a student a new password, which is shown once; all their sessions end',
  params: ofStudent,
  reply: replyOf(z.object({ password: z.string() })),
});

/** As many guests as one call confirms. */
export const MAX_CONFIRMED = 500;
/** As many codes as one sheet has. */
export const MAX_CODES = 5000;

const rollNumbers = (max: number) =>
  z
    .array(RollNumber, 'Say which roll numbers.')
    .min(1, 'Say which roll numbers.')
    .max(max, `Name at most ${max} at once.`);

export const confirmGuests = endpoint({
  method: 'POST',
  path: '/api/v1/students/confirm',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Make students of guests; whoever is no guest stays as they are',
  body: z.object({ rollNumbers: rollNumbers(MAX_CONFIRMED) }),
  reply: replyOf(z.object({ confirmed: z.array(z.string()) })),
});

export const removeGuest = endpoint({
  method: 'DELETE',
  path: '/api/v1/students/:rollNumber',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Remove a guest with their programs, so that the roll number can be registered anew',
  params: ofStudent,
  reply: Done,
});

/** With it a student registers who is on the list with another email address or none. */
export const RegistrationCode = z.object({
  rollNumber: z.string(),
  name: z.string(),
  code: z.string(),
});
export type RegistrationCode = z.infer<typeof RegistrationCode>;

export const makeCodes = endpoint({
  method: 'POST',
  path: '/api/v1/students/codes',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'New codes, shown once, for students who have not registered; their earlier ones end',
  bodyLimit: MANY_VALUES,
  body: z.object({ rollNumbers: rollNumbers(MAX_CODES) }),
  reply: replyOf(
    z.object({
      /** In the order of roll numbers; who has registered, or is not known, has none. */
      codes: z.array(RegistrationCode),
      expiresAt: z.iso.datetime(),
    }),
  ),
});
