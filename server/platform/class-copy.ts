import type { Database } from './postgres/database.ts';

/** A class that is being copied, as each feature is told that copies its own part of it. */
export interface ClassCopy {
  from: { classId: string; name: string; subject: string };
  to: { classId: string; name: string };
  /** How far its dates move. */
  days: number;
  /** The sections of the copy by those that they stand for. */
  sections: ReadonlyMap<string, string>;
  /** Who copies it. */
  by: string;
}

const DAY_MS = 86_400_000;

/** So many days later, at the same time of the day: Asia/Kolkata knows no summer time. */
export const movedBy = (moment: Date, days: number): Date =>
  new Date(moment.getTime() + days * DAY_MS);

/** Work of a class that would come along. */
export interface WorkToCopy {
  title: string;
  /** Null where it has no such time. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** Students who are named are given it, and nobody else. */
  isForNamed: boolean;
}

/** What a feature copies of a class. */
export interface CopiedPart {
  /** At most so many, in the order of their times. */
  list: (db: Database, classId: string, max: number) => Promise<WorkToCopy[]>;
  copy: (db: Database, copy: ClassCopy) => Promise<void>;
}

/** The features whose work a copy of a class has. */
export interface CopiedParts {
  quizzes: CopiedPart;
  assignments: CopiedPart;
}
