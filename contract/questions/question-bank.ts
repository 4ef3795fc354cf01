import { z } from 'zod';
import { Search } from '../http/search.ts';
import { Done, MANY_VALUES, endpoint, replyOf } from '../http/endpoint.ts';
import { InClass } from '../students/audience.ts';
import { MAX_QUESTIONS, QuizQuestion, ShownKind, ShownOne } from '../quizzes/questions.ts';

const label = z.string().trim().max(200, 'Shorten this to at most 200 characters.');

/** Labels for finding a question of the bank. */
export const BankLabels = z.object({
  subject: label,
  topic: label,
  tags: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .min(1, 'A tag is a word.')
        .max(50, 'A tag has at most 50 characters.'),
    )
    .max(20, 'A question has at most 20 tags.')
    .transform((tags) => [...new Set(tags)].toSorted()),
});
export type BankLabels = z.infer<typeof BankLabels>;

/** Who owns a question. */
export const BankHome = z.enum(['own', 'class', 'campus']);
export type BankHome = z.infer<typeof BankHome>;

export const MAX_OTHER_TOPICS = 20;

const shown = {
  questionId: z.uuid(),
  subject: z.string(),
  topic: z.string(),
  /** Of published tests with it; the search finds it by these, too. */
  otherTopics: z.array(z.string()).max(MAX_OTHER_TOPICS),
  tags: z.array(z.string()),
  /** The number of published tests with it. */
  uses: z.int(),
  /** The number of submitted attempts with it; null for readers with access to some sections of its class only. */
  attempts: z.int().nullable(),
  /** Per cent of those that were correct; null if there were none, or with `attempts`. */
  rightPercent: z.number().nullable(),
  home: BankHome,
  /** Of a class: its id and name. */
  classId: z.uuid().nullable(),
  homeName: z.string(),
  /** All staff may read and use it. */
  isShared: z.boolean(),
  /** The caller may label, share and delete it. */
  mayChange: z.boolean(),
};
export const BankQuestion = z.union([ShownKind.extend(shown), ShownOne.extend(shown)]);
export type BankQuestion = z.infer<typeof BankQuestion>;

const filter = {
  search: Search,
  subject: z.string().max(200).default(''),
  topic: z.string().max(200).default(''),
  tag: z.string().max(50).default(''),
  /** Filters by owner: the caller's own, those of classes, or those of the campus. */
  home: BankHome.optional(),
};

export const BANK_PAGE_LENGTH = 20;

const Choice = z.object({ name: z.string(), questions: z.int() });

export const listBankQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/questions',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  summary: 'List questions of the bank, newest first, including those of published tests',
  query: z.object({ ...filter, page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  reply: replyOf(
    z.object({
      questions: z.array(BankQuestion),
      /** Over all pages. */
      total: z.int(),
      /** The possible filter values of the whole bank. */
      subjects: z.array(Choice),
      topics: z.array(Choice),
      tags: z.array(Choice),
      homes: z.array(z.object({ home: BankHome, questions: z.int() })),
      /** The caller has classes to share questions with. */
      canShare: z.boolean(),
    }),
  ),
});

export const drawBankQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/questions/draw',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  audit: { notKept: 'It changes nothing.' },
  summary: 'Draw random questions from the bank; may return fewer than requested',
  bodyLimit: MANY_VALUES,
  body: z.object({
    ...filter,
    count: z
      .int('Say how many questions to draw.')
      .min(1, 'Draw at least one question.')
      .max(MAX_QUESTIONS, `Draw at most ${MAX_QUESTIONS} questions.`),
    /** Texts of questions to exclude. */
    except: z.array(z.string().max(40_000)).max(MAX_QUESTIONS).default([]),
  }),
  reply: replyOf(z.object({ questions: z.array(BankQuestion) })),
});

export const keepBankQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/questions',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  audit: 'kept',
  summary: 'Add questions to the bank; each owner has a question once',
  bodyLimit: MANY_VALUES,
  body: BankLabels.extend({
    /** The owner; by default the campus, for staff themselves. */
    class: InClass.shape.classId.optional(),
    questions: z
      .array(QuizQuestion)
      .min(1, 'Send at least one question.')
      .max(1000, 'Send at most 1000 questions at once.'),
  }),
  reply: replyOf(z.object({ added: z.int(), known: z.int() })),
  status: 201,
});

const params = z.object({ questionId: z.uuid('That question is not known.').toLowerCase() });

export const labelBankQuestion = endpoint({
  method: 'PUT',
  path: '/api/v1/questions/:questionId',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  audit: 'kept',
  summary: 'Change the subject, topic, tags and owner of a question',
  params,
  body: BankLabels.extend({
    /** The class whose bank it moves to; by default it stays. */
    class: InClass.shape.classId.optional(),
  }),
  reply: Done,
});

export const deleteBankQuestion = endpoint({
  method: 'DELETE',
  path: '/api/v1/questions/:questionId',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  audit: 'kept',
  summary: 'Delete a question from the bank; tests keep it',
  params,
  reply: Done,
});

export const shareBankQuestion = endpoint({
  method: 'PUT',
  path: '/api/v1/questions/:questionId/shared',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  audit: 'kept',
  summary: 'Share a question of the bank with all staff, or stop sharing it',
  params,
  body: z.object({ isShared: z.boolean() }),
  reply: Done,
});
