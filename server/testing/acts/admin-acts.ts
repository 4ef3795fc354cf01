import { randomUUID } from 'node:crypto';
import { HowToImport, insertImport } from '../../students/import/imports.queries.ts';
import { HOST, type Scenario, type Setting, callAs } from './acting.ts';
import { makeGuest, makeSession, makeStudent, makeUnregistered } from './make.ts';
import { makeStoredFile } from './make-file.ts';
import { makeQuestion } from './make-quiz.ts';
import { classScenarios } from './class-acts.ts';
import { signOnScenarios } from './sign-on-acts.ts';
import { erasureScenarios } from './erasure-acts.ts';
import { secondStepScenarios } from './second-step-acts.ts';
import { quizScenarios } from './quiz-acts.ts';
import { lineOf, listOf, previewList, storeList } from './student-lists.ts';

const newAssignment = { assignment: 'Add two numbers.' };

async function anAssignment(setting: Setting): Promise<{ id: string }> {
  const wanted = { url: '/api/v1/auth/create-assignment', payload: newAssignment };
  return (await callAs(setting, 'POST', wanted)).json().data;
}

async function aHandIn(setting: Setting): Promise<{ handInId: string }> {
  const { id } = await anAssignment(setting);
  const payload = { kind: 'text', text: 'Three.' };
  const as = await makeStudent(setting.server.pool);
  const made = await callAs(setting, 'POST', {
    url: `/api/v1/assignments/${id}/hand-ins`,
    payload,
    as,
  });
  return made.json().data;
}

async function aBankQuestion(setting: Setting): Promise<{ questionId: string }> {
  const topic = randomUUID();
  const question = { ...makeQuestion('2'), QuestionTitle: topic };
  const labels = { subject: 'Trees', topic, tags: [] };
  await callAs(setting, 'POST', {
    url: '/api/v1/questions',
    payload: { questions: [question], ...labels },
  });
  const found = (await callAs(setting, 'GET', { url: `/api/v1/questions?topic=${topic}` })).json();
  return { questionId: found.data.questions[0].questionId };
}

const news = { title: 'Labs open late', desc: 'Until nine.', postedDate: '2026-01-05', url: '' };

async function makeNewsItem(setting: Setting): Promise<{ newsId: string }> {
  const made = await callAs(setting, 'POST', { url: '/api/v1/news', payload: news });
  return { newsId: String(made.json().data.newsId) };
}

const rollNumber = async ({ server }: Setting) => ({
  rollNumber: (await makeStudent(server.pool)).id,
});

/** One scenario for each recorded call. */
export const scenarios: Record<string, Scenario> = {
  ...secondStepScenarios,
  'POST /api/v1/auth/logout': { action: 'sign-out', prepare: async () => ({}) },
  'PUT /api/v1/auth/password': {
    action: 'change-password',
    prepare: async (_setting, { password }) => ({
      payload: { currentPassword: password, newPassword: `other ${password}` },
    }),
  },
  'DELETE /api/v1/auth/sessions/:sessionId': {
    action: 'end-session',
    prepare: async (setting, admin) => {
      await makeSession(setting.server.pool, admin.id);
      const { data } = (
        await callAs(setting, 'GET', { url: '/api/v1/auth/sessions', as: admin })
      ).json();
      const other = data.find(({ current }: { current: boolean }) => !current);
      return { params: { sessionId: other.sessionId } };
    },
  },
  'PUT /api/v1/students/:rollNumber': {
    action: 'edit-student',
    prepare: async (setting) => {
      const { id, name, email } = await makeStudent(setting.server.pool);
      const { data } = (await callAs(setting, 'GET', { url: `/api/v1/students/${id}` })).json();
      return { params: { rollNumber: id }, payload: { ...data, name, email, course: 'CSE' } };
    },
  },
  'GET /api/v1/students/:rollNumber/as-student': {
    action: 'see-as-student',
    prepare: async ({ server }) => ({
      params: { rollNumber: (await makeStudent(server.pool)).id },
    }),
  },
  'PUT /api/v1/students/:rollNumber/disabled': {
    action: 'disable-account',
    prepare: async (setting) => ({
      params: await rollNumber(setting),
      payload: { disabled: true },
    }),
  },
  'POST /api/v1/students/:rollNumber/password': {
    action: 'reset-password',
    prepare: async (setting) => ({ params: await rollNumber(setting) }),
  },
  'POST /api/v1/students/confirm': {
    action: 'confirm-guest',
    prepare: async ({ server }) => ({
      payload: { rollNumbers: [(await makeGuest(server.pool)).id] },
    }),
  },
  'DELETE /api/v1/students/:rollNumber': {
    action: 'remove-guest',
    prepare: async ({ server }) => ({
      params: { rollNumber: (await makeGuest(server.pool)).id },
    }),
  },
  'POST /api/v1/students/codes': {
    action: 'print-codes',
    prepare: async ({ server }) => ({
      payload: { rollNumbers: [await makeUnregistered(server.pool)] },
    }),
  },
  'POST /api/v1/auth/uploadall': {
    action: 'import-students',
    prepare: async (setting, admin) => {
      const list = listOf(lineOf('2105999'));
      const link = await storeList(setting.server.app, list, { admin });
      return { payload: { 'student-file': link, wait: false } };
    },
  },
  'POST /api/v1/student-imports/:importId/apply': {
    action: 'import-students',
    prepare: async ({ server }, admin) => {
      const { body } = await previewList(server.app, listOf(lineOf('2105998')), { admin });
      return { params: { importId: body.data.importId } };
    },
  },
  'POST /api/v1/student-imports/:importId/cancel': {
    action: 'cancel-import',
    prepare: async (setting) => {
      const importId = randomUUID();
      const waiting = {
        importId,
        personId: setting.preparing.id,
        fileId: 'none',
        fileName: 'class.csv',
        state: 'waiting' as const,
        how: HowToImport.parse({}),
      };
      await insertImport(setting.server.pool, waiting);
      return { params: { importId } };
    },
  },
  'POST /api/v1/auth/create-assignment': {
    action: 'create-assignment',
    prepare: async () => ({ payload: newAssignment }),
  },
  'PUT /api/v1/assignments/:id': {
    action: 'edit-assignment',
    prepare: async (setting) => ({
      params: await anAssignment(setting),
      payload: { title: 'Sums', text: 'Add three numbers.' },
    }),
  },
  'POST /api/v1/assignments/:id/status': {
    action: 'withdraw-assignment',
    prepare: async (setting) => ({
      params: await anAssignment(setting),
      payload: { status: 'withdrawn' },
    }),
  },
  'POST /api/v1/assignments/:id/shown': {
    action: 'withdraw-assignment',
    prepare: async (setting) => ({
      params: await anAssignment(setting),
      payload: { showFrom: 'not_yet' },
    }),
  },
  'PUT /api/v1/assignments/:id/tests': {
    action: 'edit-tests',
    prepare: async (setting) => ({ params: await anAssignment(setting), payload: { tests: [] } }),
  },
  'POST /api/v1/assignments/:id/tests/run': {
    action: 'run-tests',
    prepare: async (setting) => ({ params: await anAssignment(setting) }),
  },
  'POST /api/v1/assignments/:id/tests/marks': {
    action: 'mark-by-tests',
    prepare: async (setting) => ({
      params: await anAssignment(setting),
      payload: { includesLate: false },
    }),
  },
  'PUT /api/v1/hand-ins/:handInId/mark': {
    action: 'mark-hand-in',
    prepare: async (setting) => {
      const { handInId } = await aHandIn(setting);
      return { params: { handInId }, payload: { marks: 7, comment: 'Good.' } };
    },
  },
  'GET /api/v1/assignments/:id/hand-ins.zip': {
    action: 'download-hand-ins',
    prepare: async (setting) => ({ params: await anAssignment(setting) }),
  },
  'GET /api/v1/insight/submissions.zip': {
    action: 'download-hand-ins',
    prepare: async () => ({}),
  },
  ...quizScenarios,
  ...classScenarios,
  ...signOnScenarios,
  ...erasureScenarios,
  'POST /api/v1/questions': {
    action: 'keep-questions',
    prepare: async () => ({
      payload: { questions: [makeQuestion('1')], subject: 'Trees', topic: 'Heaps', tags: [] },
    }),
  },
  'PUT /api/v1/questions/:questionId': {
    action: 'label-question',
    prepare: async (setting) => ({
      params: await aBankQuestion(setting),
      payload: { subject: 'Trees', topic: 'Heaps', tags: ['hard'] },
    }),
  },
  'PUT /api/v1/questions/:questionId/shared': {
    action: 'share-question',
    prepare: async (setting) => ({
      params: await aBankQuestion(setting),
      payload: { isShared: true },
    }),
  },
  'DELETE /api/v1/questions/:questionId': {
    action: 'delete-question',
    prepare: async (setting) => ({ params: await aBankQuestion(setting) }),
  },
  'POST /api/v1/news': { action: 'create-news', prepare: async () => ({ payload: news }) },
  'PUT /api/v1/news/:newsId': {
    action: 'edit-news',
    prepare: async (setting) => ({ params: await makeNewsItem(setting), payload: news }),
  },
  'DELETE /api/v1/news/:newsId': {
    action: 'delete-news',
    prepare: async (setting) => ({ params: await makeNewsItem(setting) }),
  },
  'DELETE /v1/storage/buckets/:bucketId/files/:fileId': {
    action: 'delete-file',
    prepare: async (setting, person) => {
      const bucketId = 'assignments' as const;
      const file = { person, bucketId, name: 'sums.txt', bytes: 'Add.', host: HOST };
      const link = await makeStoredFile(setting.server, file);
      return { params: { bucketId, fileId: link.split('/').at(-2) ?? '' } };
    },
  },
  'DELETE /judge0/submissions/:token': {
    action: 'delete-run',
    prepare: async (setting) => {
      const student = await makeStudent(setting.server.pool);
      const program = { language_id: 71, source_code: 'print(1)' };
      const { token } = (
        await callAs(setting, 'POST', { url: '/judge0/submissions', payload: program, as: student })
      ).json();
      await callAs(setting, 'POST', {
        url: `/api/v1/runs/${token}/stop`,
        payload: {},
        as: student,
      });
      return { params: { token }, query: '?base64_encoded=true' };
    },
  },
  'GET /api/v1/audit/lines.csv': { action: 'export-audit-log', prepare: async () => ({}) },
};
