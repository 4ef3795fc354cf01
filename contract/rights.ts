import { z } from 'zod';

/** Sent with `on` by the pages of a student who assists in a class, where they act as its staff. */
export const TEACHING_HEADER = 'x-vlabs-teaching';

/** What a person is in a class. */
export const classRoles = ['owner', 'teacher', 'assistant', 'student'] as const;
export type ClassRole = (typeof classRoles)[number];
/** Of those who teach it. */
export type StaffRole = Exclude<ClassRole, 'student'>;

const names = [
  'write',
  'prepare',
  'read',
  'mark',
  'prolong',
  'correct',
  'compare',
  'enrol',
  'staff',
  'close',
] as const;
export const ClassRight = z.enum(names);
export type ClassRight = z.infer<typeof ClassRight>;

/**
 * What may be done in a class, and by whom of its staff. Campus admins may do all of it in every class. An
 * assistant who is given sections may do theirs with the students of these sections alone.
 */
export const classRights = {
  /** Write and publish work, tests and questions. */
  write: ['owner', 'teacher'],
  /** See drafts, right answers and hidden tests. */
  prepare: ['owner', 'teacher', 'assistant'],
  /** Read hand-ins, attempts and timelines. */
  read: ['owner', 'teacher', 'assistant'],
  /** Give marks and comments, and run tests. */
  mark: ['owner', 'teacher', 'assistant'],
  /** Give extra time, and announce. */
  prolong: ['owner', 'teacher', 'assistant'],
  /** Open attempts again, end them, and correct a key. */
  correct: ['owner', 'teacher'],
  /** Compare hand-ins, see the figures of the class, and export. */
  compare: ['owner', 'teacher', 'assistant'],
  /** Add, move and remove students and sections. */
  enrol: ['owner', 'teacher'],
  /** Add and remove staff. */
  staff: ['owner'],
  /** Copy to a term, and archive. */
  close: ['owner'],
} as const satisfies Record<ClassRight, readonly StaffRole[]>;

export const mayInClass = (role: ClassRole, right: ClassRight): boolean =>
  classRights[right].some((allowed) => allowed === role);

/** By what of a call the class is known: `list` where the call is limited to what the caller reaches. */
export type ClassOf = 'quiz' | 'draft' | 'assignment' | 'hand-in' | 'student' | 'class' | 'list';

/**
 * What who is staff without being a campus admin needs for a call: `campus` is for campus admins
 * alone, `own` is for all, since it is about the caller, and `teach` for all who are staff.
 */
export type Right =
  | 'campus'
  | 'own'
  | 'teach'
  | {
      to: ClassRight;
      of: ClassOf;
      /** Who is limited to sections may not, since it is about the whole class. */
      isOfWhole?: true;
    };
