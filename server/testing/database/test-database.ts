import { randomBytes } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { inject } from 'vitest';
import { keepLockRules } from './lock-rules.ts';
import { openPool } from '../../platform/postgres/open-pool.ts';

export interface TestDatabase {
  pool: Pool;
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * A separate database for one test file on the shared PostgreSQL: with the current schema and no
 * rows; empty, for tests of migrations; or a copy of another database whose pool has ended.
 */
export async function makeTestDatabase(
  contents: 'migrated' | 'empty' | { copyOf: string } = 'migrated',
): Promise<TestDatabase> {
  const clusterUrl = inject('testClusterUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = templateOf(contents);
  await runOnCluster(clusterUrl, `create database ${name} template ${template}`);

  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const { pool } = openPool(url.href);
  keepLockRules(pool);
  return {
    pool,
    databaseUrl: url.href,
    close: async () => {
      if (!pool.ended) await pool.end();
      await runOnCluster(clusterUrl, `drop database ${name} with (force)`);
    },
  };
}

function templateOf(contents: Parameters<typeof makeTestDatabase>[0]): string {
  if (typeof contents === 'object') return new URL(contents.copyOf).pathname.slice(1);
  return contents === 'empty' ? 'template0' : inject('testTemplate');
}

async function runOnCluster(clusterUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
