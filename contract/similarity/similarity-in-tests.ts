import { z } from 'zod';
import { PairView, Similarity } from './similarity.ts';
import { Done, endpoint, replyOf } from '../http/endpoint.ts';
import type { Right } from '../http/rights.ts';
import { LanguageId } from '../runs/languages.ts';

const ofScope: Right = { to: 'viewWork', of: 'quiz' };
/** A comparison covers every student who took the test. */
const ofWhole: Right = { to: 'analyse', of: 'quiz', wholeClassOnly: true };

const OneQuestion = z.object({
  uniqueId: z.uuid('This test is not known.').toLowerCase(),
  /** In the teacher's numbering. */
  number: z.coerce.number('This test has no such question.').int().min(1).max(10_000),
});
const Student = z.string().trim().min(1, 'The roll number is required.').max(64);

export const getTestSimilarity = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/questions/:number/similarity',
  access: ['admin'],
  right: ofScope,
  showsWork: true,
  load: 'heavy',
  summary:
    'Get what the submitted programs of a question share, pair by pair; with sections, only the pairs within them',
  params: OneQuestion,
  reply: replyOf(Similarity),
});

export const startTestComparison = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/questions/:number/similarity',
  access: ['admin'],
  right: ofWhole,
  audit: { notKept: 'It changes nothing that anybody wrote or was given: it looks at it.' },
  summary:
    'Start a comparison of the submitted programs of a question, once the test has ended; previous results stay until it ends',
  params: OneQuestion,
  reply: Done,
});

export const stopTestComparison = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/quiz/:uniqueId/questions/:number/similarity',
  access: ['admin'],
  right: ofWhole,
  audit: { notKept: 'What was found before stays, and it can be asked for again.' },
  summary: 'Stop a comparison; previous results stay',
  params: OneQuestion,
  reply: Done,
});

export const getSimilarPairOfTest = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/questions/:number/similarity/:userId/:otherUserId',
  access: ['admin'],
  right: ofScope,
  showsWork: true,
  load: 'heavy',
  summary: 'Get two submitted programs with the fragments they share',
  params: OneQuestion.extend({ userId: Student, otherUserId: Student }),
  query: z.object({ language: z.coerce.number().pipe(LanguageId) }),
  reply: replyOf(PairView),
});
