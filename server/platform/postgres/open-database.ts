import type { Pool } from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import { migrate } from './migrate.ts';
import { openPool } from './open-pool.ts';
import { StartFailure } from '../start-failure.ts';

interface Options {
  /** Null: the embedded database of the data folder. */
  databaseUrl: string | null;
  dataFolder: string;
  /** A tool may work beside a running server; a second server may not share a data folder. */
  shared: boolean;
}

export interface OpenDatabase {
  pool: Pool;
  /** Ends every connection at once: each that is wanted again is made anew. */
  cut: () => void;
  /** Ends the connections, and the database where it was started here. */
  close(): Promise<void>;
}

/** Opens the database that the settings name, with today's tables in it. */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const embedded =
    options.databaseUrl === null
      ? await startEmbeddedPostgres({ ...options, durable: true })
      : null;
  const { pool, cut } = openPool(embedded?.databaseUrl ?? options.databaseUrl ?? '');
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await requireAnswer(pool);
    await migrate(pool);
    await migrateJobs(pool);
    return { pool, cut, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function requireAnswer(pool: Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    throw new StartFailure(
      `The database that DATABASE_URL names does not answer (${describe(error)}): start it, or correct DATABASE_URL.`,
    );
  }
}

/** A refusal on every address of a host has a code and no words. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
