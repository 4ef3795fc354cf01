import * as choices from '@vlabs/contract/students/audience-choices';
import * as contract from '@vlabs/contract/students/students';
import type { FastifyInstance } from 'fastify';
import { ownedClasses } from '../platform/access/access-scope.ts';
import { answer, serve } from '../platform/http/serve.ts';
import * as audience from './audience/audience.service.ts';
import { importRoutes } from './import/imports.routes.ts';
import { accountRoutes } from './list/student-accounts.routes.ts';
import * as students from './list/students.service.ts';

type Parts = Parameters<typeof accountRoutes>[1] & Parameters<typeof importRoutes>[1];

export function studentRoutes(app: FastifyInstance, parts: Parts): void {
  const { pool } = parts;
  serve(app, contract.getAllStudents, async ({ query }) => ({
    success: true as const,
    ...(await students.getAllStudents(pool, query.after)),
  }));
  serve(app, contract.listStudents, async ({ caller, scope, query }) =>
    answer(await students.listStudentPage(pool, { scope, owned: ownedClasses(caller) }, query)),
  );
  serve(app, contract.getStudent, async ({ caller, scope, params }) => {
    const sight = { scope, owned: ownedClasses(caller) };
    return answer(await students.getStudent(pool, params.rollNumber, sight));
  });
  serve(app, contract.updateStudent, async ({ params, body }) =>
    answer(await students.updateStudent(pool, params.rollNumber, body), 'Saved.'),
  );
  serve(app, choices.listAudienceChoices, async ({ caller, scope, query }) => {
    const sight = { scope, owned: ownedClasses(caller) };
    return answer(await audience.listAudienceChoices(pool, sight, query.class));
  });
  serve(app, choices.getAudienceReach, async ({ scope, body }) =>
    answer(await audience.getAudienceReach(pool, scope, body)),
  );
  accountRoutes(app, parts);
  importRoutes(app, parts);
}
