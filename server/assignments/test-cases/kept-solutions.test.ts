import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { callsAs } from '../../testing/acts/calls-as.ts';
import { erasingBy } from '../../testing/acts/erasing.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { KeptPeople } from '../../testing/acts/rich-student.ts';
import { plain } from '../../testing/acts/testing-programs.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const SECRET = 'only-of-the-teacher';
const solution = { language: 'python', text: `# ${SECRET}` };

const endpoints = new Map<string, Endpoint>();
const server = setUpServer({
  onRoute: ({ url, config }) => {
    if (config?.endpoint) endpoints.set(`${config.endpoint.method} ${url}`, config.endpoint);
  },
});
const admin = beforeTests(() => makeAdmin(server.pool));

const call = callsAs(() => server);

async function makeSolved(author: MadePerson): Promise<string> {
  const form = { assignment: `Print ${SECRET}-text.`, title: 'Sum', language: 71 };
  const { id } = (await call(author, 'POST', '/auth/create-assignment', form)).body.data;
  const saved = await call(author, 'PUT', `/assignments/${id}/tests`, { tests: [plain], solution });
  expect(saved.status).toBe(200);
  return id;
}

/** The calls that read and that students may make, but for streams of events. */
function listReads(): string[] {
  return [...endpoints].flatMap(([name, { method, access }]) => {
    const isForStudents = access === 'anyone' || access.includes('student');
    const url = name.slice(method.length + 1);
    return method === 'GET' && isForStudents && !url.endsWith('/events') ? [url] : [];
  });
}

test('no call of a student shows the solution, whatever it reads', async () => {
  const id = await makeSolved(admin);
  const student = await makeStudent(server.pool);
  const payload = { kind: 'program', language: 71, source: 'print(3)' };
  const handedIn = await call(student, 'POST', `/assignments/${id}/hand-ins`, payload);
  expect(handedIn).toMatchObject({ status: 201 });
  const { handInId } = handedIn.body.data;
  const reads = listReads();
  expect(reads).toContain('/api/v1/assignments/:id/tests');
  const shown: string[] = [];
  const leaking: string[] = [];
  for (const read of reads) {
    const url = read
      .replace(':id', id)
      .replace(':handInId', handInId)
      .replaceAll(/:\w+/g, student.id);
    const { headers } = student;
    const { body, statusCode } = await server.app.inject({ method: 'GET', url, headers });
    if (statusCode === 200) shown.push(read);
    if (body.replaceAll(`${SECRET}-text`, '').includes(SECRET)) leaking.push(read);
  }
  expect(leaking).toEqual([]);
  expect(shown).toContain('/api/v1/assignments/:id');
  expect(shown).toContain('/api/v1/assignments/:id/tests');
  expect(shown).toContain('/api/v1/hand-ins/:handInId/tests');
  const own = await call(student, 'GET', `/assignments/${id}/tests`);
  expect(own.body.data).toMatchObject({ tests: [{ name: plain.name }], solution: null });
});

test('like the text of the assignment, a solution outlives its erased author and is in no copy of their data', async () => {
  const author = await makeAdmin(server.pool);
  const id = await makeSolved(author);
  const { headers } = author;
  const url = '/api/v1/my-data.zip';
  const { rawPayload } = await server.app.inject({ method: 'GET', url, headers });
  const files = Object.values(unzipSync(rawPayload)).map((bytes) =>
    new TextDecoder().decode(bytes),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.join('\n')).not.toContain(SECRET);

  const erasing = erasingBy(server, admin);
  const confirmation = author.id;
  const announced = await erasing.call('POST', `/people/${author.id}/erasure`, { confirmation });
  expect(announced.statusCode).toBe(201);
  await erasing.waitOut();
  await erasing.pass();
  const kept = new KeptPeople(server, admin);
  expect(await kept.tablesWith(author.id)).toEqual(['audit_lines']);
  expect((await call(admin, 'GET', `/assignments/${id}/tests`)).body.data.solution).toEqual(
    solution,
  );
  const { text } = (await call(admin, 'GET', `/assignments/${id}`)).body.data;
  expect(text).toBe(`Print ${SECRET}-text.`);
});
