import { z } from 'zod';
import { Done, MANY_VALUES, endpoint, replyOf } from '../endpoint.ts';
import { MAX_QUESTIONS, OptionNumber, QuestionOptions, QuizQuestion } from './questions.ts';

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
});
export type BankQuestion = z.infer<typeof BankQuestion>;

const filter = {
  search: z.string().trim().max(200).default(''),
  subject: z.string().max(200).default(''),
  topic: z.string().max(200).default(''),
  tag: z.string().max(50).default(''),
};

export const BANK_PAGE_LENGTH = 20;

const Choice = z.object({ name: z.string(), questions: z.int() });

export const listBankQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/questions',
  access: ['admin'],
  right: 'campus',
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
    }),
  ),
});

export const drawBankQuestions = endpoint({
  method: 'POST',
  path: '/api/v1/questions/draw',
  access: ['admin'],
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  summary: 'Some questions of the bank at random; fewer where there are not so many',
  bodyRoom: MANY_VALUES,
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
  right: 'campus',
  audit: 'kept',
  summary: 'Keep questions in the bank; the same question is kept once',
  bodyRoom: MANY_VALUES,
  body: BankLabels.extend({
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
  right: 'campus',
  audit: 'kept',
  summary: 'Change the subject, topic and tags of a question of the bank',
  params,
  body: BankLabels,
  reply: Done,
});

export const deleteBankQuestion = endpoint({
  method: 'DELETE',
  path: '/api/v1/questions/:questionId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Take a question out of the bank; quizzes keep it',
  params,
  reply: Done,
});
