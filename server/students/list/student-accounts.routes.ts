import * as contract from '@vlabs/contract/students/student-accounts';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, done, serve } from '../../platform/http/serve.ts';
import * as accounts from './student-accounts.service.ts';

export function accountRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.setStudentDisabled, async ({ params, body: { disabled } }) => {
    const student = await accounts.setStudentDisabled(pool, params.rollNumber, disabled);
    return answer(student, disabled ? 'Account disabled.' : 'Account enabled.');
  });
  serve(app, contract.resetStudentPassword, async ({ params }) => {
    const password = await accounts.resetStudentPassword(pool, params.rollNumber);
    return answer({ password });
  });
  serve(app, contract.confirmGuests, async ({ body }) => {
    const confirmed = await accounts.confirmGuests(pool, body.rollNumbers);
    const [only, ...others] = confirmed;
    const who = others.length === 0 ? `${only} is a student` : `${confirmed.length} are students`;
    return answer({ confirmed }, `${who} now.`);
  });
  serve(app, contract.removeGuest, async ({ params }) => {
    await accounts.removeGuest(pool, params.rollNumber);
    return done('Guest removed. The roll number can be registered again.');
  });
  serve(app, contract.makeCodes, async ({ body }) =>
    answer(await accounts.makeCodes(pool, body.rollNumbers)),
  );
}
