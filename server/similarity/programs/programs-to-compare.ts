import type { ComparedText } from '@vlabs/contract/similarity/similarity';
import type { NotCompared, ProgramRead } from './read-programs.ts';

/** What a comparison compares. */
export interface ProgramsToCompare {
  title: string;
  /** Null for work of the whole campus. */
  classId: string | null;
  /** Given code. */
  leftOut: string[];
  /** Students can still change what would be compared. */
  isInProgress: boolean;
  /** Latest first; each the programs of a student, one per language. */
  readAll: () => AsyncIterable<ProgramRead[] | NotCompared>;
  /** Throws if there is no such program. */
  readText: (id: string, language: number) => Promise<ComparedText>;
}
