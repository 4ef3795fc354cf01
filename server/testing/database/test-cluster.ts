import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/postgres/embedded-postgres.ts';
import { migrateJobs } from '../../platform/jobs/jobs.ts';
import { migrate } from '../../platform/postgres/migrations/migrate.ts';
import { openPool } from '../../platform/postgres/open-pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testClusterUrl: string;
    /** The migrated database that each test database is cloned from. */
    testTemplate: string;
    /** Node's compile cache for servers that tests start as processes. */
    compileCache: string;
  }
}

const TEMPLATE = 'vlabs_template';
const FOLDER_NAME = /^vlabs-tests-(\d+)-/;

let dataFolder: string;
let postgres: EmbeddedPostgres;

/** Runs once before all tests: one PostgreSQL for every test file. */
export async function setup(project: TestProject): Promise<void> {
  await removeLeftovers();
  dataFolder = await mkdtemp(join(tmpdir(), `vlabs-tests-${process.pid}-`));
  postgres = await startEmbeddedPostgres({ dataFolder, durable: false, shared: false });
  await makeTemplate(postgres.databaseUrl);
  project.provide('testClusterUrl', postgres.databaseUrl);
  project.provide('testTemplate', TEMPLATE);
  project.provide('compileCache', join(dataFolder, 'compiled'));
}

export async function teardown(): Promise<void> {
  await postgres.stop();
  await rm(dataFolder, { recursive: true, force: true });
}

async function makeTemplate(clusterUrl: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();

  const url = new URL(clusterUrl);
  url.pathname = `/${TEMPLATE}`;
  const { pool } = openPool(url.href);
  await migrate(pool);
  await migrateJobs(pool);
  await pool.end();
}

/** Killed tests leave their database running. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const maker = FOLDER_NAME.exec(name)?.[1];
    if (maker === undefined || existsSync(`/proc/${maker}`)) continue;
    const left = join(tmpdir(), name);
    const database = await startEmbeddedPostgres({
      dataFolder: left,
      durable: false,
      shared: false,
    });
    await database.stop();
    await rm(left, { recursive: true, force: true });
  }
}
