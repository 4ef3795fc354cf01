import { z } from 'zod';
import { Search } from '../search.ts';
import { Done, MANY_VALUES, endpoint, replyOf } from '../endpoint.ts';
import { InClass } from '../people/audience.ts';
import { FourOptionsQuestion, MAX_QUESTIONS, OptionNumber, QuestionOptions } from './questions.ts';

const label = z.string().trim().max(200, 'Shorten this to at most 200 characters.');

/** What a question of the bank is found by. */
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

/** Whose a question is. */
export const BankHome = z.enum(['own', 'class', 'campus']);
export type BankHome = z.infer<typeof BankHome>;

export const BankQuestion = z.object({
  questionId: z.uuid(),
  QuestionTitle: z.string(),
  QuestionOptions,
  CorrectAnswer: OptionNumber,
  subject: z.string(),
  topic: z.string(),
  tags: z.array(z.string()),
  /** In how many published quizzes it stands. */
  uses: z.int(),
  /** How many submitted attempts were asked it. */
  attempts: z.int(),
  /** How many of these had it right, in percent; null where nobody was asked. */
  rightPercent: z.number().nullable(),
  home: BankHome,
  /** Of a class: which, and what it is called. */
  classId: z.uuid().nullable(),
  homeName: z.string(),
  /** Whoever teaches may read and use it. */
  isShared: z.boolean(),
  /** The caller may label it, share it and take it out. */
  mayChange: z.boolean(),
});
export type BankQuestion = z.infer<typeof BankQuestion>;

const filter = {
  search: Search,
  subject: z.string().max(200).default(''),
  topic: z.string().max(200).default(''),
  tag: z.string().max(50).default(''),
  /** Only these: one's own, those of classes, or those of the campus. */
  home: BankHome.optional(),
};

export const BANK_PAGE_LENGTH = 20;

const Choice = z.object({ name: z.string(), questions: z.int() });

export const listBankQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/questions',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  summary: 'Questions of the bank, newest first, a page at a time; those of published quizzes too',
  query: z.object({ ...filter, page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  reply: replyOf(
    z.object({
      questions: z.array(BankQuestion),
      /** Of all pages. */
      total: z.int(),
      /** What the whole bank may be filtered by. */
      subjects: z.array(Choice),
      topics: z.array(Choice),
      tags: z.array(Choice),
      homes: z.array(z.object({ home: BankHome, questions: z.int() })),
      /** There are classes with whose teachers a question may be shared. */
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
  summary: 'Some questions of the bank at random; fewer where there are not so many',
  bodyLimit: MANY_VALUES,
  body: z.object({
    ...filter,
    count: z
      .int('Say how many questions to draw.')
      .min(1, 'Draw at least one question.')
      .max(MAX_QUESTIONS, `Draw at most ${MAX_QUESTIONS} questions.`),
    /** Texts of questions that are not to come again. */
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
  summary: 'Keep questions in the bank; the same question is kept once in each home',
  bodyLimit: MANY_VALUES,
  body: BankLabels.extend({
    /** Whose they will be; without it the campus's, and of staff their own. */
    class: InClass.shape.classId.optional(),
    questions: z
      .array(FourOptionsQuestion)
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
  summary: 'Change the subject, topic and tags of a question of the bank, and whose it is',
  params,
  body: BankLabels.extend({
    /** The class into whose bank it goes; without it, it stays where it is. */
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
  summary: 'Take a question out of the bank; quizzes keep it',
  params,
  reply: Done,
});

export const shareBankQuestion = endpoint({
  method: 'PUT',
  path: '/api/v1/questions/:questionId/shared',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  audit: 'kept',
  summary: 'Let everybody who teaches read and use a question of the bank, or no longer',
  params,
  body: z.object({ isShared: z.boolean() }),
  reply: Done,
});
