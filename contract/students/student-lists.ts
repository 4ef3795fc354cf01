import { z } from 'zod';

/** The headings of the class list: the specification's nine, and two optional ones. */
export const LIST_HEADINGS = [
  'First Name',
  'Last Name',
  'Roll no',
  'Course opted',
  'Email ID',
  'Mobile No',
  'Mentor Name',
  'Parent Mobile No',
  'Year of Graduation',
  'Mentor Email ID',
  'Department',
] as const;
export type ListHeading = (typeof LIST_HEADINGS)[number];

/** Used instead of First Name and Last Name if one column has both. */
export const FULL_NAME = 'Full name';

const MAX_HEADING = 200;
const MAX_KEPT_COLUMNS = 50;
const columnOfFile = z.string().min(1).max(MAX_HEADING);

/** Which columns of another program's list correspond to which of the class list. */
export const ColumnMatch = z.object({
  /** The file's column for each heading of the class list. */
  read: z.partialRecord(z.enum([...LIST_HEADINGS, FULL_NAME]), columnOfFile),
  /** Further columns to keep under their own name. */
  kept: z
    .array(columnOfFile)
    .max(MAX_KEPT_COLUMNS, `Keep at most ${MAX_KEPT_COLUMNS} other columns.`),
});
export type ColumnMatch = z.infer<typeof ColumnMatch>;

/** What is needed to match columns. */
export const ColumnChoice = z.object({
  headings: z.array(z.string()),
  /** The first values below each heading, in their order. */
  samples: z.array(z.array(z.string())),
  /** The columns as they are read, or a suggestion. */
  match: ColumnMatch,
});
export type ColumnChoice = z.infer<typeof ColumnChoice>;

/** A problem at one place of a list; `column` is empty if it concerns the whole line. */
export const ListProblem = z.object({
  line: z.int(),
  column: z.string(),
  message: z.string(),
  /** The line may be correct: it is imported if the admin agrees. */
  canBeWritten: z.literal(true).optional(),
});
export type ListProblem = z.infer<typeof ListProblem>;

/** A value that a spreadsheet changed, and how it is read. */
export const ListRepair = z.object({
  line: z.int(),
  column: z.string(),
  from: z.string(),
  to: z.string(),
});
export type ListRepair = z.infer<typeof ListRepair>;

/** What an import would do, or did, with one line; a doubtful line is imported only if the admin agrees. */
const ListOutcome = z.object({
  line: z.int(),
  outcome: z.enum(['added', 'changed', 'unchanged', 'doubtful', 'faulty']),
  /** The current values of the columns that would change, by heading. */
  before: z.record(z.string(), z.string()),
});
export type ListOutcome = z.infer<typeof ListOutcome>;

const Planned = z.object({
  columns: z.array(z.string()),
  /** The listed lines, by heading. */
  rows: z.array(z.record(z.string(), z.string())),
  /** One for each row, in the same order. */
  lines: z.array(ListOutcome),
  problems: z.array(ListProblem),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
});

export type Planned = z.infer<typeof Planned>;

/** Members from earlier lists who are not in this one, and the number of members from lists. */
const OfMembers = z.object({
  missing: z.int(),
  byLists: z.int(),
  areMany: z.boolean(),
  /** Some lines could not be read, so a member who seems missing may be on one of them: nobody is removed. */
  hasUnread: z.boolean(),
});
export type OfMembers = z.infer<typeof OfMembers>;

/** The term that a list's class codes refer to. */
export const ListTerm = z.object({ termId: z.uuid(), name: z.string() });
export type ListTerm = z.infer<typeof ListTerm>;

/** An open class that a list names by code. */
export const ListClass = z.object({
  classId: z.uuid(),
  code: z.string(),
  name: z.string(),
  /** May be empty. */
  department: z.string(),
  owners: z.array(z.object({ personId: z.string(), name: z.string() })),
  /** The number of lines that name it. */
  lines: z.int(),
});
export type ListClass = z.infer<typeof ListClass>;

/** Sent with the refusal `missing_columns`: the uploaded list waits for its columns. */
export const UnmatchedList = ColumnChoice.extend({ importId: z.uuid() });

export const ListPreview = Planned.extend({
  /** Names the uploaded list in the next calls, for a day. */
  importId: z.uuid(),
  repairs: z.array(ListRepair),
  /** Lines that the admin decides about, imported or not. */
  doubtful: z.int(),
  /** For a member list without student data; only faulty lines are listed. */
  ofMembers: OfMembers.optional(),
  /**
   * For a class list that also names classes: the memberships of the imported students; only faulty lines are
   * listed. It removes nobody, because a class list may omit members.
   */
  inClasses: Planned.optional(),
  /** The term of the named classes; absent if there is no term. */
  term: ListTerm.optional(),
  /** What the class codes mean. A code without a class is reported at its lines. */
  classes: z.array(ListClass).optional(),
  /** The column match; null if the file has the headings of the class list. */
  columnChoice: ColumnChoice.nullable(),
});
export type ListPreview = z.infer<typeof ListPreview>;
