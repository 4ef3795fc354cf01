import { KindName } from '../kinds/kinds.ts';
import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { OptionNumber, QuestionOptions } from '../quizzes/questions.ts';

export const IMPORT_FORMATS = [
  'aiken',
  'gift',
  'moodle-xml',
  'qti12',
  'qti21',
  'qti3',
  'csv',
  'text',
  'word',
] as const;
export const ImportFormat = z.enum(
  IMPORT_FORMATS,
  'The format is aiken, gift, moodle-xml, qti12, qti21, qti3, csv, text or word.',
);
export type ImportFormat = z.infer<typeof ImportFormat>;

export const EXPORT_FORMATS = [
  'gift',
  'moodle-xml',
  'qti12',
  'qti21',
  'qti3',
  'aiken',
  'csv',
] as const;
export const ExportFormat = z.enum(
  EXPORT_FORMATS,
  'The format is gift, moodle-xml, qti12, qti21, qti3, aiken or csv.',
);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Display names of the formats. */
export const FORMAT_NAMES: Record<ImportFormat, string> = {
  aiken: 'Aiken',
  gift: 'GIFT',
  'moodle-xml': 'Moodle XML',
  qti12: 'QTI 1.2 (Canvas)',
  qti21: 'QTI 2.1',
  qti3: 'QTI 3.0',
  csv: 'CSV',
  text: 'Plain text',
  word: 'Word',
};

/** A question of another kind, or without a kind one with exactly four options. */
export const ImportedQuestion = z.union([
  z.object({
    QuestionTitle: z.string(),
    Kind: KindName,
    Points: z.number().optional(),
    Body: z.unknown(),
    Key: z.unknown(),
    topic: z.string().optional(),
  }),
  z.object({
    QuestionTitle: z.string(),
    QuestionOptions,
    CorrectAnswer: OptionNumber,
    topic: z.string().optional(),
  }),
]);
export type ImportedQuestion = z.infer<typeof ImportedQuestion>;

/** Parts of a file that were not imported, and why. */
const NotRead = z.object({ item: z.string(), reason: z.string() });
export type NotRead = z.infer<typeof NotRead>;

export const QuestionImport = z.object({
  format: ImportFormat,
  questions: z.array(ImportedQuestion),
  notRead: z.array(NotRead),
});
export type QuestionImport = z.infer<typeof QuestionImport>;

/** The body is a multipart form with the questions as `file`, and optionally their `format`. */
export const importQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/questions/import',
  access: ['admin'],
  right: 'teach',
  audit: { notKept: 'It changes nothing.' },
  load: 'heavy',
  summary: 'Parse a question file; its format is detected, and nothing is saved',
  reply: replyOf(QuestionImport),
});

/** The reply is the file itself. */
export const exportQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/questions/export',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  load: 'heavy',
  summary: 'Export the questions of a test as GIFT, Moodle XML, QTI, Aiken or CSV',
  query: z.object({
    format: ExportFormat,
    quiz: z.uuid('This test is not known.').toLowerCase(),
  }),
  reply: z.unknown(),
});
