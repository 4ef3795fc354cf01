import { z } from 'zod';
import { RollNumber } from '../auth/auth.ts';
import { Done, MANY_VALUES, endpoint, replyOf } from '../http/endpoint.ts';
import { Student } from './students.ts';

/** Accounts of students and guests, and registration. */

const ofStudent = z.object({ rollNumber: RollNumber });

export const setStudentDisabled = endpoint({
  method: 'PUT',
  path: '/api/v1/students/:rollNumber/disabled',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Disable a student’s account, which ends all its sessions, or enable it',
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
  summary: 'Reset a student’s password, which is shown once; all their sessions end',
  params: ofStudent,
  reply: replyOf(z.object({ password: z.string() })),
});

/** Limit of one call. */
export const MAX_CONFIRMED = 500;
/** Limit of one sheet of codes. */
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
  summary: 'Make guests students; others are left unchanged',
  body: z.object({ rollNumbers: rollNumbers(MAX_CONFIRMED) }),
  reply: replyOf(z.object({ confirmed: z.array(z.string()) })),
});

export const removeGuest = endpoint({
  method: 'DELETE',
  path: '/api/v1/students/:rollNumber',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Delete a guest and their programs, which frees the roll number',
  params: ofStudent,
  reply: Done,
});

/** Lets a listed student register with another email address. */
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
  summary:
    'Create registration codes, shown once, for students who have not registered; earlier codes end',
  bodyLimit: MANY_VALUES,
  body: z.object({ rollNumbers: rollNumbers(MAX_CODES) }),
  reply: replyOf(
    z.object({
      /** By roll number; without people who are registered or unknown. */
      codes: z.array(RegistrationCode),
      expiresAt: z.iso.datetime(),
    }),
  ),
});
