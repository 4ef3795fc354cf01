import { makeAdmin } from '../../testing/acts/make.ts';
import { importList } from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

/** A server that only listed students register with, and the calls of a teacher. */
export function setUpImports() {
  const server = setUpServer({ environment: { VLABS_REGISTRATION: 'roster' } });
  const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

  const importOf = (file: Buffer | string) => importList(server.app, file, { admin });

  async function getAll(): Promise<Record<string, string>[]> {
    const reply = await server.app.inject({
      url: '/api/v1/auth/getall/',
      headers: admin.headers,
    });
    return reply.json().studentsData;
  }

  const find = async (id: string) => (await getAll()).find((student) => student['Roll no'] === id);

  function upload(link: string, more: object = {}) {
    return server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/uploadall',
      headers: admin.headers,
      payload: { 'student-file': link, ...more },
    });
  }

  return { server, admin, importOf, getAll, find, upload };
}
