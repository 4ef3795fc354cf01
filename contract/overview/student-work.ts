import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { PastRun } from '../runs/runs.ts';
import { ListedAssignment } from '../assignments/assignments.ts';
import { QuizRecord } from '../quizzes/quizzes.ts';
import { RollNumber } from '../auth/auth.ts';

/** What a student has done and still has to do, for the teacher. */
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
  /** The newest 50, only for campus admins. */
  runs: z.array(PastRun),
});
export type StudentWork = z.infer<typeof StudentWork>;

export const getStudentWork = endpoint({
  method: 'GET',
  path: '/api/v1/students/:rollNumber/work',
  access: ['admin'],
  right: { to: 'viewWork', of: 'student' },
  showsWork: true,
  summary: 'Get a student’s assignments, tests and newest runs, in the caller’s classes',
  params: z.object({ rollNumber: RollNumber }),
  reply: replyOf(StudentWork),
});

export const AsStudent = z.object({
  name: z.string(),
  rollNumber: z.string(),
  /** As in the student's own lists, latest of the term first. */
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
    'Get a student’s tests and assignments as the student sees them, in the caller’s classes',
  params: z.object({ rollNumber: RollNumber }),
  reply: replyOf(AsStudent),
});

export const getAdminCounts = endpoint({
  method: 'GET',
  path: '/api/v1/admin-counts',
  access: ['admin'],
  right: { to: 'viewWork', of: 'list' },
  summary: 'Get the counts of the admin profile',
  reply: replyOf(
    z.object({
      students: z.int(),
      /** Hand-ins, one a student and assignment. */
      assignmentsReceived: z.int(),
      /** Assigned to a student who has not handed in. */
      assignmentsPending: z.int(),
    }),
  ),
});
