import type { Pool } from 'pg';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { migrateJobs } from './jobs/jobs.ts';
import { migrate, requireTodaysTables } from './postgres/migrations/migrate.ts';
import { MAX_STATEMENT_MS } from './postgres/database.ts';
import { openPool } from './postgres/open-pool.ts';
import { outboxOf } from './events/outbox.ts';
import { StartFailure } from './start/start-failure.ts';

/** One connection listens for the job queue; the others serve the start. */
const MAX_DIRECT = 3;

/** Saves are batched, so few connections are enough. */
const MAX_ANSWERS = 3;

/** A server's connections besides those of its calls: the above, leases, live events and jobs. */
const OF_ITS_OWN = 10;
/** Idle timeout within a transaction; releases the rows of a stopped or lost server. */
const MAX_SILENCE_MS = 30_000;
/** Lock timeout of a call; a call that waits longer is refused. */
const MAX_LOCK_WAIT_MS = 5000;

const OF_SERVERS = { maxStatementMs: MAX_STATEMENT_MS, idleTimeoutMs: MAX_SILENCE_MS };

interface Options {
  /** Null: the embedded database of the data folder. */
  databaseUrl: string | null;
  /** Address of the database itself, if `databaseUrl` leads to a connection pooler. */
  databaseDirectUrl?: string | null;
  /** Number of connections shared by calls; has a default. */
  databasePool?: number;
  dataFolder: string;
  /** A tool may run alongside a server; a second server may not share a data folder. */
  shared: boolean;
  /** What to do with an older or missing schema: migrate or refuse. */
  tables: 'migrate' | 'require';
}

export interface OpenDatabase {
  /** For calls and jobs. On a server, statements have a timeout. */
  pool: Pool;
  /** For answers and submissions of tests, which don't wait for other calls. */
  answers: Pool;
  /** Connects to the database itself, for LISTEN, session locks and long statements. */
  direct: Pool;
  /** Closes every connection immediately; new ones are opened on demand. */
  cut: () => void;
  /** Closes the connections, and stops the database if it was started here. */
  close(): Promise<void>;
}

/** Opens the configured database with the current schema. Throws StartFailure if that fails. */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const embedded =
    options.databaseUrl === null
      ? await startEmbeddedPostgres({ ...options, durable: true })
      : null;
  const url = embedded?.databaseUrl ?? options.databaseUrl ?? '';
  const { pool, cut: cutPool } = openPool(url, {
    ...(options.databasePool !== undefined && { max: options.databasePool }),
    // Tools have no timeouts, because a person waits for the result.
    ...(!options.shared && { ...OF_SERVERS, maxLockWaitMs: MAX_LOCK_WAIT_MS }),
  });
  const { pool: answers, cut: cutAnswers } = openPool(url, {
    max: MAX_ANSWERS,
    ...(!options.shared && OF_SERVERS),
  });
  const { pool: direct, cut: cutDirect } = openPool(options.databaseDirectUrl ?? url, {
    max: MAX_DIRECT,
    ...(!options.shared && { idleTimeoutMs: MAX_SILENCE_MS }),
  });
  const cut = () => {
    cutPool();
    cutAnswers();
    cutDirect();
  };
  const close = async () => {
    await Promise.all([outboxOf(pool).flush(), outboxOf(answers).flush()]);
    await Promise.all([pool.end(), answers.end(), direct.end()]);
    await embedded?.stop();
  };
  try {
    await requireAnswer(pool, 'DATABASE_URL');
    await requireAnswer(direct, options.databaseDirectUrl ? 'VLABS_DB_DIRECT_URL' : 'DATABASE_URL');
    if (!options.shared && !options.databaseDirectUrl) await requireConnections(pool);
    if (options.tables === 'migrate') {
      await migrate(direct);
      await migrateJobs(direct);
    } else await requireTodaysTables(direct);
    return { pool, answers, direct, cut, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Otherwise calls would fail to get a connection only under load. */
async function requireConnections(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ most: number }>(
    `select current_setting('max_connections')::int
       - current_setting('superuser_reserved_connections')::int as most`,
  );
  const most = (rows[0]?.most ?? 0) - OF_ITS_OWN;
  if (pool.options.max <= most) return;
  throw new StartFailure(
    `VLABS_DB_POOL is ${pool.options.max}, and the database allows one server at most ${Math.max(0, most)} connections besides its own ${OF_ITS_OWN}: lower VLABS_DB_POOL (divide it between several servers), or raise max_connections.`,
  );
}

async function requireAnswer(pool: Pool, variable: string): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    throw new StartFailure(
      `The database that ${variable} names does not answer (${describe(error)}): start it, or correct ${variable}.`,
    );
  }
}

/** An AggregateError has a code but no message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
