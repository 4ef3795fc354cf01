import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import {
  Arrangement,
  MAX_SHEET_STUDENTS,
  MAX_SHEET_WORKS,
  TotalRules,
  WorkKind,
} from './arrangement.ts';

const ofClass = z.object({ classId: z.uuid().toLowerCase() });

/** See `Cell` in `lines.ts`. */
const Cell = z.union([z.number(), z.enum(['absent', 'not_yet', 'to_mark', 'not_asked', 'hidden'])]);

export const SheetColumn = z.object({
  id: z.uuid(),
  kind: WorkKind,
  title: z.string(),
  maxMarks: z.number(),
  /** The due time or End; null for an assignment without a due time. */
  endsAt: z.string().nullable(),
  /** Students see their score. */
  isReleased: z.boolean(),
});
export type SheetColumn = z.infer<typeof SheetColumn>;

/** A student of the sheet. */
export const SheetStudent = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Names. */
  sections: z.array(z.string()),
  /** By column. */
  cells: z.array(Cell),
});
export type SheetStudent = z.infer<typeof SheetStudent>;

const Sheet = z.object({
  classId: z.uuid(),
  className: z.string(),
  subject: z.string(),
  term: z.string(),
  state: z.enum(['open', 'archived']),
  /** Counts the changes of the arrangement; 0 if nobody has arranged the sheet. */
  version: z.int(),
  arrangement: Arrangement,
  mayArrange: z.boolean(),
  /** The sections of these students. */
  sections: z.array(z.object({ sectionId: z.uuid(), name: z.string() })),
  /** By group, then by time. */
  columns: z.array(SheetColumn),
  /** By roll number. */
  students: z.array(SheetStudent),
});
export type Sheet = z.infer<typeof Sheet>;

export const getMarksSheet = endpoint({
  method: 'GET',
  path: '/api/v1/classes/:classId/marks',
  access: ['admin'],
  right: { to: 'analyse', of: 'class' },
  showsWork: true,
  load: 'heavy',
  summary: `Get the marks of a class: up to ${MAX_SHEET_STUDENTS} students and ${MAX_SHEET_WORKS} works`,
  params: ofClass,
  reply: replyOf(Sheet),
});

export const arrangeMarks = endpoint({
  method: 'PUT',
  path: '/api/v1/classes/:classId/marks/arrangement',
  access: ['admin'],
  right: { to: 'changeResults', of: 'class' },
  audit: 'kept',
  summary: 'Set how the works of a class make a total, and the columns of exports',
  params: ofClass,
  body: z.object({
    /** The version that was changed. Refused if somebody else saved since. */
    version: z.int().min(0),
    arrangement: Arrangement,
  }),
  reply: replyOf(z.object({ version: z.int() })),
});

const exported = {
  method: 'GET',
  access: ['admin'],
  right: { to: 'analyse', of: 'class' },
  audit: 'kept',
  load: 'heavy',
  params: ofClass,
  query: z.object({
    /** Only the students of this section. */
    section: z.uuid().toLowerCase().optional(),
  }),
  reply: z.unknown(),
} as const;

export const exportMarksCsv = endpoint({
  ...exported,
  path: '/api/v1/classes/:classId/marks.csv',
  summary: 'The sheet of marks as CSV, with the columns of its arrangement',
});

export const exportMarksXlsx = endpoint({
  ...exported,
  path: '/api/v1/classes/:classId/marks.xlsx',
  summary: 'The sheet of marks as an Excel workbook, with the columns of its arrangement',
});

const OwnMarks = z.object({
  className: z.string(),
  subject: z.string(),
  /** Without groups nobody has arranged totals. */
  rules: TotalRules,
  /** Works for this student, by group, then by time. */
  columns: z.array(SheetColumn),
  /** By column; a score that is not released is `hidden`. */
  cells: z.array(Cell),
});
export type OwnMarks = z.infer<typeof OwnMarks>;

export const getOwnMarks = endpoint({
  method: 'GET',
  path: '/api/v1/my-classes/:classId/marks',
  access: ['student'],
  summary: 'Get a student’s own marks in a class, as far as they are released',
  params: ofClass,
  reply: replyOf(OwnMarks),
});
