import { archivesBy } from '../../archives/archives.setup.ts';
import { type Scenario, type Setting } from './acting.ts';
import { makeStudent } from './make.ts';
import { SUM, answerWith, makeProgramQuiz, publishUnchecked } from './program-quiz.ts';
import { makeQuiz, writeQuizForm } from './make-quiz.ts';
import { callsOn } from './sit-quiz.ts';

async function anAttempt(setting: Setting, isSubmitted: boolean) {
  const uniqueId = await makeQuiz(setting.server.app, setting.preparing);
  const student = await makeStudent(setting.server.pool);
  const calls = callsOn(setting.server, uniqueId, student);
  await calls.start();
  if (isSubmitted) await calls.submit({ 1: '2' });
  return { params: { uniqueId }, userId: student.id };
}

async function aDraftQuiz(setting: Setting) {
  return { uniqueId: await makeQuiz(setting.server.app, setting.preparing, { status: 'draft' }) };
}

async function anArchive(setting: Setting) {
  const { params } = await anAttempt(setting, true);
  await setting.server.pool.query(
    `
      update quizzes
      set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'
      where unique_id = $1
    `,
    [params.uniqueId],
  );
  const archives = archivesBy(setting.server, setting.preparing);
  await archives.sweep();
  await archives.waitFor(params.uniqueId, 1);
  return { ...params, number: '1' };
}

/** Scenarios for quizzes and attempts. */
export const quizScenarios: Record<string, Scenario> = {
  'GET /api/v1/auth/quiz/:uniqueId/archives/:number/slip.pdf': {
    action: 'download-archive',
    prepare: async (setting) => ({ params: await anArchive(setting) }),
  },
  'GET /api/v1/auth/quiz/:uniqueId/archives/:number/zip': {
    action: 'download-archive',
    prepare: async (setting) => ({ params: await anArchive(setting) }),
  },
  'GET /api/v1/auth/quiz/:uniqueId/paper.pdf': {
    action: 'print-test',
    prepare: async (setting) => ({ params: await aDraftQuiz(setting) }),
  },
  'GET /api/v1/auth/quiz/:uniqueId/attendance.pdf': {
    action: 'print-test',
    prepare: async (setting) => ({ params: await aDraftQuiz(setting) }),
  },
  'POST /api/v1/auth/quizData': {
    action: 'create-quiz',
    prepare: async () => ({ payload: writeQuizForm() }),
  },
  'POST /api/v1/auth/quiz/:uniqueId/status': {
    action: 'publish-quiz',
    prepare: async (setting) => ({
      params: await aDraftQuiz(setting),
      payload: { status: 'published' },
    }),
  },
  'PUT /api/v1/auth/quiz/:uniqueId': {
    action: 'edit-quiz',
    prepare: async (setting) => {
      const params = await aDraftQuiz(setting);
      return { params, payload: writeQuizForm({ unique_id: params.uniqueId }) };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/copy': {
    action: 'copy-quiz',
    prepare: async (setting) => ({ params: await aDraftQuiz(setting) }),
  },
  'DELETE /api/v1/auth/quiz/:uniqueId': {
    action: 'delete-quiz',
    prepare: async (setting) => ({ params: await aDraftQuiz(setting) }),
  },
  'POST /api/v1/auth/quiz/:uniqueId/extensions': {
    action: 'extend-attempts',
    prepare: async (setting) => {
      const { params, userId } = await anAttempt(setting, false);
      return { params, payload: { userIds: [userId], minutes: 5, reason: 'A fire alarm' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/reopen': {
    action: 'reopen-attempt',
    prepare: async (setting) => {
      const { params, userId } = await anAttempt(setting, true);
      return { params, payload: { userId, minutes: 5, reason: 'A broken screen' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/end': {
    action: 'end-attempt',
    prepare: async (setting) => {
      const { params, userId } = await anAttempt(setting, false);
      return { params, payload: { userId, reason: 'Went home' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/key-corrections': {
    action: 'correct-key',
    prepare: async (setting) => {
      const { params } = await anAttempt(setting, true);
      const key = { marking: 'by_key', right: ['3'] };
      return { params, payload: { number: 1, key, keyVersion: 0, reason: 'A slip' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/attempts/:userId/programs/:number/points': {
    action: 'mark-program',
    prepare: async (setting) => {
      const uniqueId = await makeProgramQuiz(setting.server, setting.preparing, {
        status: 'draft',
      });
      await publishUnchecked(setting.server, uniqueId);
      const { id: userId, ...student } = await makeStudent(setting.server.pool);
      const calls = callsOn(setting.server, uniqueId, { id: userId, ...student });
      await calls.start();
      await calls.submit({ 2: answerWith(SUM) });
      const params = { uniqueId, userId, number: '2' };
      return { params, payload: { points: 5, reason: 'Nearly right' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/judging': {
    action: 'judge-again',
    prepare: async (setting) => ({ params: (await anAttempt(setting, true)).params }),
  },
  'POST /api/v1/auth/quiz/:uniqueId/announcements': {
    action: 'announce',
    prepare: async (setting) => {
      const { params } = await anAttempt(setting, false);
      return { params, payload: { text: 'Question 2 is about stacks.' } };
    },
  },
};
