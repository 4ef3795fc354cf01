import type { ClassRole } from '@vlabs/contract/rights';
import type { ListClass, ListProblem, ListTerm } from '@vlabs/contract/people/student-lists';
import type { Database } from '../postgres/database.ts';

/** One line of a member list. */
export interface MemberLine {
  line: number;
  rollNumber: string;
  /** The code of the class. */
  code: string;
  /** The name of the section; empty for none. */
  section: string;
  role: ClassRole;
}

export interface MemberPlan {
  added: number;
  changed: number;
  unchanged: number;
  /**
   * Members from earlier lists of these classes who are missing in this one, of all members from
   * lists.
   */
  missing: number;
  byLists: number;
  problems: ListProblem[];
}

/**
 * The part of reading member lists that the classes feature implements, because it owns the tables.
 */
export interface MemberLists {
  /**
   * The term whose classes a list names: the requested one, refused at `termId` if it does not
   * exist; otherwise the term that contains today in Asia/Kolkata, the next one, or the latest.
   * Null if there is no term.
   */
  chooseTerm: (db: Database, termId: string | null) => Promise<ListTerm | null>;
  /**
   * Compares the lines with the current members within the transaction and changes nothing
   * permanently. If the result will be written, the classes are locked. People in `coming` count as
   * students before they are added. `goOn` receives the number of processed lines and may throw to
   * stop.
   */
  plan: (
    db: Database,
    lines: readonly MemberLine[],
    how: {
      isToBeWritten: boolean;
      /**
       * A code refers to the open class with this code in the term: to none if the term is null, or
       * if two classes have it.
       */
      term: ListTerm | null;
      /** Roll numbers. */
      coming?: readonly string[];
      goOn?: (done: number) => Promise<void>;
    },
  ) => Promise<MemberPlan>;
  /** Open classes named by the lines that were planned in this transaction. */
  listClasses: (db: Database) => Promise<ListClass[]>;
  /** Writes the plan of this transaction; with `endsMissing`, missing members are removed. */
  write: (db: Database, how: { endsMissing: boolean }) => Promise<void>;
}
