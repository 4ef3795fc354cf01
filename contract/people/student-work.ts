import { z } from 'zod';
import { endpoint, replyOf } from '../endpoint.ts';
import { PastRun } from '../running/runs.ts';
import { ListedAssignment } from '../assignments/assignments.ts';
import { QuizRecord } from '../quizzes/quizzes.ts';
import { RollNumber } from './auth.ts';

/** What a student has done and has still to do, for the teacher. */
const StudentWork = z.object({
  assignments: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(['Pending', 'Submitted', 'Marked']),
      dueAt: z.iso.datetime().nullable(),
      handedInAt: z.iso.datetime().nullable(),
      isLate: z.boolean(),
      marks: z.number().nullable(),
      maxMarks: z.number(),
    }),
  ),
  quizzes: z.array(
    z.object({
      uniqueId: z.uuid(),
      topic: z.string(),
      startedAt: z.iso.datetime(),
      submittedAt: z.iso.datetime().nullable(),
      score: z.number().nullable(),
      totalScore: z.number(),
    }),
  ),
  /** The newest 50, for campus admins alone. */
  runs: z.array(PastRun),
});
export type StudentWork = z.infer<typeof StudentWork>;

export const getStudentWork = endpoint({
  method: 'GET',
  path: '/api/v1/students/:rollNumber/work',
  access: ['admin'],
  right: { to: 'viewWork', of: 'student' },
  summary: 'The assignments, quizzes and newest runs of a student, in classes of the caller',
  params: z.object({ rollNumber: RollNumber }),
  reply: replyOf(StudentWork),
});

export const AsStudent = z.object({
  name: z.string(),
  rollNumber: z.string(),
  /** As the student’s own lists show them, the latest of the term. */
  quizzes: z.array(QuizRecord),
  assignments: z.array(ListedAssignment),
});
export type AsStudent = z.infer<typeof AsStudent>;

export const seeAsStudent = endpoint({
  method: 'GET',
  path: '/api/v1/students/:rollNumber/as-student',
  access: ['admin'],
  right: { to: 'viewWork', of: 'student' },
  audit: 'kept',
  summary:
    'What the tests and assignments of a student look like to them, in classes of the caller',
  params: z.object({ rollNumber: RollNumber }),
  reply: replyOf(AsStudent),
});

export const getAdminCounts = endpoint({
  method: 'GET',
  path: '/api/v1/admin-counts',
  access: ['admin'],
  right: { to: 'viewWork', of: 'list' },
  summary: 'What the profile of an admin counts',
  reply: replyOf(
    z.object({
      students: z.int(),
      /** Hand-ins that came, one a student and assignment. */
      assignmentsReceived: z.int(),
      /** Given to a student who has not handed in yet. */
      assignmentsPending: z.int(),
    }),
  ),
});
