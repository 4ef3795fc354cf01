import { z } from 'zod';

/** The headings of the class list: the specification's nine, and two that it may have besides. */
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

/** What stands in place of First Name and Last Name where one column holds both. */
export const FULL_NAME = 'Full name';

const MAX_HEADING = 200;
const MAX_KEPT_COLUMNS = 50;
const columnOfFile = z.string().min(1).max(MAX_HEADING);

/** Which columns of the list of another program are read as which of the class list. */
export const ColumnMatch = z.object({
  /** The column of the file, by a heading of the class list. */
  read: z.partialRecord(z.enum([...LIST_HEADINGS, FULL_NAME]), columnOfFile),
  /** Other columns that are kept as they are called. */
  kept: z
    .array(columnOfFile)
    .max(MAX_KEPT_COLUMNS, `Keep at most ${MAX_KEPT_COLUMNS} other columns.`),
});
export type ColumnMatch = z.infer<typeof ColumnMatch>;

/** Enough of a file to say which column holds what: it comes with the refusal `missing_columns` too. */
export const ColumnChoice = z.object({
  headings: z.array(z.string()),
  /** What stands first below each of the headings, in their order. */
  samples: z.array(z.array(z.string())),
  /** As the columns are read, or a guess. */
  match: ColumnMatch,
});
export type ColumnChoice = z.infer<typeof ColumnChoice>;

/** What is wrong at one place of a list; `column` is empty where it is the whole line. */
export const ListProblem = z.object({
  line: z.int(),
  column: z.string(),
  message: z.string(),
  /** The line may be as it should: it is written where the admin says so. */
  canBeWritten: z.literal(true).optional(),
});
export type ListProblem = z.infer<typeof ListProblem>;

/** What a spreadsheet had spoiled and is read as it was meant. */
export const ListRepair = z.object({
  line: z.int(),
  column: z.string(),
  from: z.string(),
  to: z.string(),
});
export type ListRepair = z.infer<typeof ListRepair>;

/** What an import would do, or has done, with one line; a doubtful one is not written unless the admin says so. */
const ListOutcome = z.object({
  line: z.int(),
  outcome: z.enum(['added', 'changed', 'unchanged', 'doubtful', 'faulty']),
  /** What the columns hold now that would change, by heading. */
  before: z.record(z.string(), z.string()),
});
export type ListOutcome = z.infer<typeof ListOutcome>;

const Planned = z.object({
  columns: z.array(z.string()),
  /** A row each for the lines that are told, by heading. */
  rows: z.array(z.record(z.string(), z.string())),
  /** One for each row, in the same order. */
  lines: z.array(ListOutcome),
  problems: z.array(ListProblem),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
});

export type Planned = z.infer<typeof Planned>;

/** Members by earlier lists of the classes of a list who are named on no line of it, and how many there are by lists. */
const OfMembers = z.object({
  missing: z.int(),
  byLists: z.int(),
  areMany: z.boolean(),
  /** Lines could not be read, and somebody who seems missing may stand on one: nobody leaves by such a list. */
  hasUnread: z.boolean(),
});
export type OfMembers = z.infer<typeof OfMembers>;

/** The term in which a list names classes by their codes. */
export const ListTerm = z.object({ termId: z.uuid(), name: z.string() });
export type ListTerm = z.infer<typeof ListTerm>;

/** An open class that a list names by its code. */
export const ListClass = z.object({
  classId: z.uuid(),
  code: z.string(),
  name: z.string(),
  /** Empty for none. */
  department: z.string(),
  owners: z.array(z.object({ personId: z.string(), name: z.string() })),
  /** How many lines of the list name it. */
  lines: z.int(),
});
export type ListClass = z.infer<typeof ListClass>;

export const ListPreview = Planned.extend({
  repairs: z.array(ListRepair),
  /** Lines that the admin decides about, whether they are written or not. */
  doubtful: z.int(),
  /** Where it is a list of members and of nothing else, whose lines at fault alone are told. */
  ofMembers: OfMembers.optional(),
  /**
   * Of a class list that names classes too: what becomes of the students whom it writes; lines at fault alone are
   * told. It ends nobody, since who is left out of it may stand on it.
   */
  inClasses: Planned.optional(),
  /** Where the list names classes: the term of these classes. Not there while there is no term at all. */
  term: ListTerm.optional(),
  /** Where the list names classes: what its codes mean, by the codes. One that means none is told at its lines. */
  classes: z.array(ListClass).optional(),
  /** How the columns are read; null where the file has the headings of the class list. */
  columnChoice: ColumnChoice.nullable(),
});
export type ListPreview = z.infer<typeof ListPreview>;
