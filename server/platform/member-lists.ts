import type { ClassRole } from '@vlabs/contract/rights';
import type { ListClass, ListProblem, ListTerm } from '@vlabs/contract/people/student-lists';
import type { Database } from './postgres/database.ts';

/** One line of a list that says who is in which class. */
export interface MemberLine {
  line: number;
  rollNumber: string;
  /** Of the class. */
  code: string;
  /** By its name; empty for none. */
  section: string;
  role: ClassRole;
}

export interface MemberPlan {
  added: number;
  changed: number;
  unchanged: number;
  /** Members by earlier lists of these classes whom this list does not name, of all by lists in them. */
  missing: number;
  byLists: number;
  problems: ListProblem[];
}

/** What reads lists of members leaves to the classes, whose tables these are. */
export interface MemberLists {
  /**
   * The term in which a list names classes: the one asked for, which is refused at `termId` where it is not there;
   * else the term that contains today in Asia/Kolkata, the next to begin, or the latest. Null while there is no term.
   */
  chooseTerm: (db: Database, termId: string | null) => Promise<ListTerm | null>;
  /**
   * Holds the lines against what there is, within the transaction, and writes nothing that stays. Where it is to be
   * written the classes are kept as they are from then on. Who is `coming` counts as a student, though they are not
   * there yet. `goOn` is told how many lines are looked at, and may throw to stop.
   */
  plan: (
    db: Database,
    lines: readonly MemberLine[],
    how: {
      isToBeWritten: boolean;
      /**
       * A code means the open class of this term that has it: none where this is null, and none where two have it.
       */
      term: ListTerm | null;
      /** Roll numbers. */
      coming?: readonly string[];
      goOn?: (done: number) => Promise<void>;
    },
  ) => Promise<MemberPlan>;
  /** The open classes that the lines name which were planned in this transaction. */
  listClasses: (db: Database) => Promise<ListClass[]>;
  /** Writes what was planned in this transaction; with `endsMissing`, who is missing leaves. */
  write: (db: Database, how: { endsMissing: boolean }) => Promise<void>;
}
