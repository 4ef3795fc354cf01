import * as contract from '@vlabs/contract/students';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/serve.ts';
import { listAudienceChoices } from './students.service.ts';

export function studentRoutes(app: FastifyInstance, { pool }: { pool: Pool }) {
  serve(app, contract.listAudienceChoices, async () => answer(await listAudienceChoices(pool)));
}
