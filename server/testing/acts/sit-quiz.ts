import type { MadePerson } from './make.ts';
import type { TestServer } from '../test-app.ts';

/** Calls on one quiz as a student or an admin. */
export function callsOn({ app }: TestServer, quizId: string, { id, headers }: MadePerson) {
  const url = (path: string) => `/api/v1/auth/quiz/${quizId}${path}`;
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: url(path), headers, payload });
  const get = (path: string) => app.inject({ method: 'GET', url: url(path), headers });
  return {
    quizId,
    post,
    get,
    start: (page: { tab?: string; previousTab?: string } = {}) =>
      post('?startTime=1&endTime=2', { userId: id, ...page }),
    save: (sequence: number, markedAnswers: object, page: { tab?: string } = {}) =>
      app.inject({
        method: 'PUT',
        url: url('/answers'),
        headers,
        payload: { userId: id, sequence, markedAnswers, ...page },
      }),
    submit: (markedAnswers?: object, page: { tab?: string } = {}) =>
      post('/submit', {
        userId: id,
        submissionTime: new Date().toISOString(),
        ...(markedAnswers && { markedAnswers }),
        ...page,
      }),
    status: () => get(`/status/${id}`),
    result: () => get('/result'),
  };
}
