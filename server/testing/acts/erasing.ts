import type { RetentionRule } from '@vlabs/contract/privacy/retention';
import { expect, vi } from 'vitest';
import { addErasureJob } from '../../privacy/erasure-passes.queries.ts';
import type { TestServer } from '../test-app.ts';
import type { MadePerson } from './make.ts';
import { PATIENTLY } from '../../../runner/testing/patience.ts';

/** A campus admin's calls for erasure, and its passes. */
export function erasingBy({ app, pool }: TestServer, { headers }: MadePerson) {
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/v1/data-protection${path}`,
      headers,
      ...(payload && { payload }),
    });
  const shown = async () => (await call('GET', '')).json().data;
  return {
    call,
    shown,
    setRule: (rule: RetentionRule, months: number | null) =>
      call('PUT', `/rules/${rule}`, { months }),
    /** Ends the 48-hour notice for rules and people. */
    async waitOut(): Promise<void> {
      await pool.query(`update retention_rules set from_at = now() - interval '1 second'`);
      await pool.query(`
        update erasures
        set announced_at = announced_at - interval '3 days', due_at = due_at - interval '3 days'`);
    },
    async noRules(): Promise<void> {
      await pool.query('delete from retention_rules');
    },
    /** Runs a whole pass by the servers' jobs and returns what it erased. */
    async pass(): Promise<Record<string, number>> {
      // Waits for the pass at the server's start before requesting another one.
      const before = await vi.waitFor(async () => {
        const { id, isOver } = await newestPass(pool);
        expect(isOver).toBe(true);
        return id;
      }, PATIENTLY);
      await addErasureJob(pool, 0);
      await vi.waitFor(async () => {
        const { id, isOver } = await newestPass(pool);
        expect(id > before && isOver).toBe(true);
      }, PATIENTLY);
      return (await shown()).pass.counts;
    },
  };
}

async function newestPass(pool: TestServer['pool']): Promise<{ id: number; isOver: boolean }> {
  const { rows } = await pool.query(
    `select id::int, finished_at is not null as "isOver" from erasure_passes order by id desc limit 1`,
  );
  return rows[0] ?? { id: 0, isOver: false };
}
