import { getFirstSteps } from '@vlabs/contract/overview/first-steps';
import * as contract from '@vlabs/contract/overview/student-work';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/http/serve.ts';
import {
  getAdminCounts,
  listFirstSteps,
  getStudentWork,
  seeAsStudent,
} from './overview.service.ts';

export function overviewRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.getStudentWork, async ({ scope, params }) =>
    answer(await getStudentWork(pool, scope, params.rollNumber)),
  );
  serve(app, contract.seeAsStudent, async ({ scope, params }) =>
    answer(await seeAsStudent(pool, scope, params.rollNumber)),
  );
  serve(app, getFirstSteps, async ({ scope }) => answer(await listFirstSteps(pool, scope)));
  serve(app, contract.getAdminCounts, async ({ scope }) =>
    answer(await getAdminCounts(pool, scope)),
  );
}
