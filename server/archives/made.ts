import type { Quiz } from '../quizzes/quizzes.reads.ts';
import type { ArchiveRow, Sealed } from './archives.queries.ts';
import type { Print } from './content/entries.ts';
import type { Reference } from './content/references.ts';
import type { ErasedPerson } from './content/without-erased.ts';
import type { Written } from './content/write-archive.ts';

/** An archive to be written as a file on this disk. */
export interface ToWrite {
  quizId: string;
  number: number;
  /** Oldest first. */
  earlier: readonly ArchiveRow[];
  /** The people whom the archive before names and this one does not. */
  erased: readonly ErasedPerson[];
  path: string;
  print: Print;
  /** To be called after each attempt; throws if another job has taken over. */
  report: (total: number) => Promise<void>;
}

/** An archive that is written and not stored yet. */
export interface Made extends Pick<Sealed, 'reason' | 'asOf' | 'changed' | 'attempts'> {
  quiz: Quiz;
  written: Written;
  /** References that are new. */
  added: readonly Reference[];
  /** The hash of the files of each attempt, by its number. */
  contents: ReadonlyMap<string, string>;
}
