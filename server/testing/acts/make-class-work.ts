import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@vlabs/contract/http/endpoint';
import type { ClassRole } from '@vlabs/contract/http/rights';
import { TEACHING_HEADER } from '@vlabs/contract/http/teaching-header';
import { expect } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { joinClass, type MadeClass, makeClass, makeStaff } from './make-class.ts';
import { makeQuiz } from './make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from './make.ts';

/** All callers, by their role in the class of the work. */
export const callers = [
  'owner',
  'teacher',
  'assistant',
  'assistant of the section',
  'assistant of another section',
  'student who assists',
  'student who assists and does not say so',
  'staff of another class',
  'former owner',
  'former assistant',
  'student who assisted before',
  'staff of no class',
] as const;
export type Who = (typeof callers)[number];

export const roles: Partial<Record<Who, ClassRole>> = {
  owner: 'owner',
  teacher: 'teacher',
  assistant: 'assistant',
  'assistant of the section': 'assistant',
  'assistant of another section': 'assistant',
  'student who assists': 'assistant',
};
/** The server treats these callers as ordinary students. */
export const isOnlyStudent = (who: Who) => who.endsWith('say so') || who.endsWith('before');
export const inSection = (who: Who) => who.includes('section');

interface ClassWork {
  admin: MadePerson;
  ownerId: string;
  people: Record<Who, Pick<MadePerson, 'headers'>>;
  /** Values for path parameters, by name. */
  params: Record<string, string>;
}

/** Creates a class with all callers and the work of a student of its first section. */
export async function makeClassWork(server: TestApp): Promise<ClassWork> {
  const { pool } = server;
  const admin = await makeAdmin(pool);
  const made = await makeClass(pool, admin);
  const people = await makePeople(server, admin, made);
  const params = await makeWork(server, { admin, made });
  return { admin, ownerId: people.owner.id, people, params };
}

async function makePeople({ pool }: TestApp, admin: MadePerson, made: MadeClass) {
  const other = await makeClass(pool, admin);
  const staff = async (role: ClassRole, sections: string[] = [], hasLeft = false) => {
    const person = await makeStaff(pool);
    await joinClass(pool, made, person, { role, sections, hasLeft });
    return person;
  };
  const elsewhere = await makeStaff(pool);
  await joinClass(pool, other, elsewhere, { role: 'owner' });
  const assisting = await makeStudent(pool);
  await joinClass(pool, made, assisting, { role: 'assistant' });
  const before = await makeStudent(pool);
  await joinClass(pool, made, before, { role: 'assistant', hasLeft: true });
  const [first, second] = made.sections;
  const owner = await staff('owner');
  return {
    owner,
    teacher: await staff('teacher'),
    assistant: await staff('assistant'),
    'assistant of the section': await staff('assistant', [first]),
    'assistant of another section': await staff('assistant', [second]),
    'student who assists': { headers: { ...assisting.headers, [TEACHING_HEADER]: 'on' } },
    'student who assists and does not say so': assisting,
    'staff of another class': elsewhere,
    'former owner': await staff('owner', [], true),
    'former assistant': await staff('assistant', [first], true),
    'student who assisted before': { headers: { ...before.headers, [TEACHING_HEADER]: 'on' } },
    'staff of no class': await makeStaff(pool),
  };
}

/** Creates a started test and a handed-in assignment of a student of the section. */
async function makeWork(
  server: TestApp,
  { admin, made }: { admin: MadePerson; made: MadeClass },
): Promise<Record<string, string>> {
  const { app, pool } = server;
  const [section] = made.sections;
  const student = await makeStudent(pool);
  await joinClass(pool, made, student, { role: 'student', sections: [section] });
  const audience = { everyone: true, inClass: { classId: made.classId, sections: [] } };
  const settings = {
    audience,
    scoreOpens: 'at_end' as const,
    answersOpen: 'at_end' as const,
    shuffleQuestions: false,
    shuffleOptions: false,
  };
  const uniqueId = await makeQuiz(app, admin, { settings });
  await call(server, `/api/v1/auth/quiz/${uniqueId}`, student, { userId: student.id });
  const assignment = { assignment: 'Add two numbers.', path: '', filename: '', audience };
  const created = await call(server, '/api/v1/auth/create-assignment', admin, assignment);
  const { id } = created.json().data;
  const handed = { kind: 'text', text: 'The sum is four.' };
  const handIn = await call(server, `/api/v1/assignments/${id}/hand-ins`, student, handed);
  const { handInId } = handIn.json().data;
  const member = await makeStudent(pool);
  await joinClass(pool, made, member, { role: 'student' });
  return {
    uniqueId,
    id,
    handInId,
    otherId: handInId,
    classId: made.classId,
    sectionId: section,
    rollNumber: student.id,
    userId: student.id,
    otherUserId: student.id,
    number: '1',
    studentId: student.id,
    // This member is removed by the call.
    personId: member.id,
  };
}

async function call({ app }: TestApp, url: string, { headers }: MadePerson, payload: object) {
  const reply = await app.inject({ method: 'POST', url, headers, payload });
  expect(reply.statusCode, `${url}: ${reply.body}`).toBeLessThan(300);
  return reply;
}

/** Names the student in its query. */
export const RESULT = 'GET /api/v1/auth/quiz/:uniqueId/result';
/** Required query parameters. */
const queries: Record<string, string> = {
  'GET /api/v1/classes/:classId/copy': `?term=${randomUUID()}`,
  'GET /api/v1/classes/:classId/candidates': '?search=ab&role=student',
  'GET /api/v1/hand-ins/:handInId/similarity/:otherId': '?language=50',
  'GET /api/v1/auth/quiz/:uniqueId/questions/:number/similarity/:userId/:otherUserId':
    '?language=50',
};

/** The address of a call with these values and its required query parameters. */
export function addressOf({ method, path }: Endpoint, values: Record<string, string>): string {
  const name = `${method} ${path}`;
  const address = path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? randomUUID()),
  );
  const student = `?userId=${encodeURIComponent(values['userId'] ?? '')}`;
  return address + (name === RESULT ? student : (queries[name] ?? ''));
}
