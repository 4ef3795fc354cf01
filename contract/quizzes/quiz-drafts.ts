import { KindName, kinds } from '../kinds/kinds.ts';
import { z } from 'zod';
import { Done, MANY_VALUES, endpoint, replyOf } from '../http/endpoint.ts';
import { InClass } from '../students/audience.ts';
import { MAX_QUESTIONS, MAX_VARIANTS, OptionNumber } from './questions.ts';
import { QuizSettings, QuizStatus } from './quizzes.ts';

/** Longer than allowed in a test, so that too long a text is kept and reported at its field. */
const detail = z.string().max(1000, 'That is too long for a detail of a quiz.');
const text = z.string().max(40_000, 'This text is too long to save. Shorten it.');
const names = z.array(z.string().max(1000)).max(5000);

/** The details as typed; anything may be empty or invalid. */
export const TypedDetails = z.object({
  TotalQuestions: detail,
  ScorePerQuestion: detail,
  SubjectId: detail,
  ClassName: detail,
  topic: detail,
  TimeLimit: detail,
  /** The value of a date-time field, in Asia/Kolkata. */
  startTime: detail,
  endTime: detail,
});
export type TypedDetails = z.infer<typeof TypedDetails>;

const TypedSettings = QuizSettings.extend({
  /** May be empty. */
  audience: z.object({
    everyone: z.boolean(),
    courses: names,
    years: names,
    rollNumbers: names,
    inClass: InClass.optional(),
  }),
});
export type TypedSettings = z.infer<typeof TypedSettings>;

const typed = {
  QuestionTitle: text,
  QuestionOptions: z.strictObject({ 1: text, 2: text, 3: text, 4: text }),
  /** Empty until one is marked. */
  CorrectAnswer: z.union([OptionNumber, z.literal('')]),
};
export const TypedQuestion = z.object({
  /** Stays with the question when it moves. */
  key: z.string().min(1).max(64),
  ...typed,
  Variants: z.array(z.object(typed)).max(MAX_VARIANTS).optional(),
});
export type TypedQuestion = z.infer<typeof TypedQuestion>;

/** A question of another kind, as far as it is written. */
const TypedKindQuestion = z
  .object({
    key: z.string().min(1).max(64),
    QuestionTitle: text,
    Kind: KindName,
    /** Empty uses the default score. */
    Points: detail,
    Body: z.unknown(),
    Key: z.unknown(),
  })
  .transform(({ Body, Key, ...written }, context) => {
    const kind = kinds[written.Kind];
    const halves = z.object({ Body: kind.Body, Key: kind.Key }).safeParse({ Body, Key });
    if (halves.success) return { ...written, Body: halves.data.Body, Key: halves.data.Key };
    for (const { path, message } of halves.error.issues) {
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  });
export type TypedKindQuestion = z.infer<typeof TypedKindQuestion>;

/** A question of any kind in a draft. */
export const DraftQuestion = z.union([TypedKindQuestion, TypedQuestion]);
export type DraftQuestion = z.infer<typeof DraftQuestion>;

/** A test being written, as typed. */
export const DraftContent = z.object({
  details: TypedDetails,
  settings: TypedSettings,
  questions: z
    .array(DraftQuestion)
    .max(MAX_QUESTIONS, `A quiz has at most ${MAX_QUESTIONS} questions.`),
});
export type DraftContent = z.infer<typeof DraftContent>;

export const QuizDraft = z.object({
  unique_id: z.uuid(),
  /** 0 before the first save. */
  revision: z.int(),
  savedAt: z.iso.datetime().nullable(),
  content: DraftContent,
  /** Of the test being changed; null for a new one. */
  quizStatus: QuizStatus.nullable(),
});
export type QuizDraft = z.infer<typeof QuizDraft>;

const params = z.object({ uniqueId: z.uuid('That draft is not known.').toLowerCase() });

export const getQuizDraft = endpoint({
  method: 'GET',
  path: '/api/v1/quiz-drafts/:uniqueId',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'draft' },
  summary: 'Get the draft of a test, or the test itself for editing',
  params,
  reply: replyOf(QuizDraft),
});

export const saveQuizDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/quiz-drafts/:uniqueId',
  access: ['admin'],
  right: { to: 'edit', of: 'draft' },
  audit: { notKept: 'What is typed is no quiz yet; creating or changing one is kept.' },
  summary: 'Save a draft; `revision` is the one it is based on, 0 for the first',
  params,
  bodyLimit: MANY_VALUES,
  body: z.object({ revision: z.int().min(0), content: DraftContent }),
  reply: replyOf(z.object({ revision: z.int(), savedAt: z.iso.datetime() })),
});

export const deleteQuizDraft = endpoint({
  method: 'DELETE',
  path: '/api/v1/quiz-drafts/:uniqueId',
  access: ['admin'],
  right: { to: 'edit', of: 'draft' },
  audit: { notKept: 'What is typed is no quiz yet; creating or changing one is kept.' },
  summary: 'Delete a draft; the test it would have changed stays',
  params,
  reply: Done,
});
