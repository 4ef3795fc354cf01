import { MANY_VALUES, endpoint, replyOf } from '../http/endpoint.ts';
import { ProgramChecks } from '../runs/program-checks.ts';
import { QuizQuestion } from './questions.ts';

export const checkProgram = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/program-checks',
  access: ['admin'],
  right: 'teach',
  audit: { notKept: 'It changes nothing.' },
  load: 'long',
  summary: 'Run the solution, the starters and wrong programs of a question on its test cases',
  bodyLimit: MANY_VALUES,
  body: QuizQuestion,
  reply: replyOf(ProgramChecks),
});
