import { makeAdmin } from '../testing/acts/make.ts';
import { makeForm } from '../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

/** A server and the calls of a teacher. */
export function setUpQuestions() {
  const server = setUpServer();
  const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const reply = await server.app.inject({
      method,
      url: `/api/v1/questions${path}`,
      headers: admin.headers,
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  async function importFile(file: Buffer | string, fields: Record<string, string> = {}) {
    const { headers, payload } = makeForm(file, fields, 'questions.txt');
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v1/questions/import',
      headers: { ...headers, ...admin.headers },
      payload,
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  const exportQuiz = (quiz: string, format: string) =>
    server.app.inject({
      method: 'GET',
      url: `/api/v1/questions/export?format=${format}&quiz=${quiz}`,
      headers: admin.headers,
    });

  return { server, admin, call, importFile, exportQuiz };
}
