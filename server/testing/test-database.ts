import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  pool: Pool;
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * A database of its own for one test file, on the PostgreSQL that runs for all tests: with today's
 * tables and no rows, or, for tests of the migrations themselves, with nothing in it.
 */
export async function makeTestDatabase(
  contents: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const clusterUrl = inject('testClusterUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = contents === 'migrated' ? inject('testTemplate') : 'template0';
  await runOnCluster(clusterUrl, `create database ${name} template ${template}`);

  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const pool = new Pool({ connectionString: url.href });
  // Dropping the database by force ends connections that a test left idle.
  pool.on('error', () => undefined);
  return {
    pool,
    databaseUrl: url.href,
    close: async () => {
      if (!pool.ended) await pool.end();
      await runOnCluster(clusterUrl, `drop database ${name} with (force)`);
    },
  };
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
