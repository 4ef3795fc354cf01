import type { Database } from './postgres/database.ts';

/** A class copy in progress, passed to each feature that copies its own part. */
export interface ClassCopy {
  from: { classId: string; name: string; subject: string };
  to: { classId: string; name: string };
  /** Number of days by which its dates move. */
  days: number;
  /** Maps original sections to those of the copy. */
  sections: ReadonlyMap<string, string>;
  /** The person who copies it. */
  by: string;
}

const DAY_MS = 86_400_000;

/** Moves a date by days, keeping the time of day: Asia/Kolkata has no daylight saving time. */
export const movedBy = (moment: Date, days: number): Date =>
  new Date(moment.getTime() + days * DAY_MS);

/** A quiz or assignment that would be copied. */
export interface WorkToCopy {
  title: string;
  /** Null if it has no such time. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** Assigned to named students only. */
  isForNamed: boolean;
}

/** The part of a class that a feature copies. */
export interface CopiedPart {
  /** Lists at most `max` items, ordered by time. */
  list: (db: Database, classId: string, max: number) => Promise<WorkToCopy[]>;
  copy: (db: Database, copy: ClassCopy) => Promise<void>;
}

/** The features that copy a part of a class. */
export interface CopiedParts {
  quizzes: CopiedPart;
  assignments: CopiedPart;
  /** How the sheet of marks is arranged. */
  marks: Pick<CopiedPart, 'copy'>;
}
