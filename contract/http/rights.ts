import { z } from 'zod';

/** A person's role in a class. */
export const classRoles = ['owner', 'teacher', 'assistant', 'student'] as const;
export type ClassRole = (typeof classRoles)[number];
/** A role that teaches. */
export type StaffRole = Exclude<ClassRole, 'student'>;

const rights = [
  'edit',
  'viewKeys',
  'viewWork',
  'grade',
  'extendTime',
  'changeResults',
  'analyse',
  'enrol',
  'manageStaff',
  'manageClass',
] as const;
export type ClassRight = (typeof rights)[number];

/** The name of each right in replies, which existing clients rely on. */
const WIRE_NAMES = {
  edit: 'write',
  viewKeys: 'prepare',
  viewWork: 'read',
  grade: 'mark',
  extendTime: 'prolong',
  changeResults: 'correct',
  analyse: 'compare',
  enrol: 'enrol',
  manageStaff: 'staff',
  manageClass: 'close',
} as const satisfies Record<ClassRight, string>;

/** A right as a reply names it. */
export const WireRight = z.enum(Object.values(WIRE_NAMES));
export type WireRight = z.infer<typeof WireRight>;

/** Reports whether a reply's list of rights has this one. */
export const hasRight = (names: readonly WireRight[], right: ClassRight): boolean =>
  names.includes(WIRE_NAMES[right]);

/** Rights of each class role. Campus admins have all of them in every class. An assistant with assigned sections has them only for the students of those sections. */
export const classRights = {
  /** Write and publish assignments, tests and questions. */
  edit: ['owner', 'teacher'],
  /** See drafts, answer keys and hidden test cases. */
  viewKeys: ['owner', 'teacher', 'assistant'],
  /** Read hand-ins, attempts and timelines. */
  viewWork: ['owner', 'teacher', 'assistant'],
  /** Give marks and comments, and run test cases. */
  grade: ['owner', 'teacher', 'assistant'],
  /** Give extra time, and send announcements. */
  extendTime: ['owner', 'teacher', 'assistant'],
  /** Reopen and end attempts, and correct answer keys. */
  changeResults: ['owner', 'teacher'],
  /** Compare hand-ins, see class statistics, and export. */
  analyse: ['owner', 'teacher', 'assistant'],
  /** Add, move and remove students and sections. */
  enrol: ['owner', 'teacher'],
  /** Add and remove staff. */
  manageStaff: ['owner'],
  /** Copy a class to another term, and archive it. */
  manageClass: ['owner'],
} as const satisfies Record<ClassRight, readonly StaffRole[]>;

export const roleHasRight = (role: ClassRole, right: ClassRight): boolean =>
  classRights[right].some((allowed) => allowed === role);

/** The rights that pass a check, as a reply lists them. */
export const listRights = (isAllowed: (right: ClassRight) => boolean): WireRight[] =>
  rights.filter(isAllowed).map((right) => WIRE_NAMES[right]);

/** How a call names its class. `list` calls return only what is in the caller's access scope. */
export type ClassOf = 'quiz' | 'draft' | 'assignment' | 'hand-in' | 'student' | 'class' | 'list';

/**
 * The right that staff need for a call. `campus` calls are for campus admins only; `own` calls concern the
 * caller and are open to all staff; `teach` calls are open to all staff as well. Campus admins need none.
 */
export type Right =
  | 'campus'
  | 'own'
  | 'teach'
  | {
      to: ClassRight;
      of: ClassOf;
      /** Refused to staff who are limited to sections. */
      wholeClassOnly?: true;
    };
