import { beforeAll, expect } from 'vitest';
import { callsAs } from '../testing/acts/calls-as.ts';
import { makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

/** A server with an admin, a member of staff who owns the new classes, and their term. */
export function setUpClasses() {
  const server = setUpServer();
  const admin = beforeTests(() => makeAdmin(server.pool));
  const owner = beforeTests(() => makeStaff(server.pool));
  let termId: string;
  let count = 0;
  beforeAll(async () => {
    const term = { name: 'Odd 2026', startsOn: '2026-07-01', endsOn: '2026-12-31' };
    const { body } = await call(admin, 'POST', '/terms', term);
    ({ termId } = body.data);
  });

  const call = callsAs(() => server);

  async function newClass(as: MadePerson = owner): Promise<string> {
    count += 1;
    const form = { name: `CSE ${count}`, subject: 'Algorithms', termId };
    const { status, body } = await call(as, 'POST', '/classes', form);
    expect(status).toBe(201);
    return body.data.classId;
  }

  const add = (as: MadePerson, classId: string, payload: object) =>
    call(as, 'POST', `/classes/${classId}/members`, payload);

  return { server, admin, owner, call, newClass, add };
}
