import type { Pool } from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import { migrate, requireTodaysTables } from './migrations/migrate.ts';
import { MAX_STATEMENT_MS } from './database.ts';
import { openPool } from './open-pool.ts';
import { outboxOf } from '../events/outbox.ts';
import { StartFailure } from '../start-failure.ts';

/** The job queue listens on one; the others serve the start. */
const MAX_DIRECT = 3;

/** Saves are many to a statement, so few connections serve them. */
const MAX_ANSWERS = 3;

/** Of a server, beside the connections of its calls: those above, its leases, live events and jobs. */
const OF_ITS_OWN = 10;
/** In a transaction a server says the next thing at once. One that is stopped or gone lets go of its rows by then. */
const MAX_SILENCE_MS = 30_000;
/** A call that waits longer for somebody else's change is refused, and gives its connection back. */
const MAX_LOCK_WAIT_MS = 5000;

const OF_SERVERS = { maxStatementMs: MAX_STATEMENT_MS, idleTimeoutMs: MAX_SILENCE_MS };

interface Options {
  /** Null: the embedded database of the data folder. */
  databaseUrl: string | null;
  /** An address of the database itself where the other leads to a pool of connections. */
  databaseDirectUrl?: string | null;
  /** How many connections calls share; as usual when not said. */
  databasePool?: number;
  dataFolder: string;
  /** A tool may work beside a running server; a second server may not share a data folder. */
  shared: boolean;
  /** What to do about the tables of an earlier version, or none: bring them to today's, or refuse them. */
  tables: 'migrate' | 'require';
}

export interface OpenDatabase {
  /** For calls and jobs. A server's statements are ended by the database when they take too long. */
  pool: Pool;
  /** For answers and submissions of tests, which wait for no other call. */
  answers: Pool;
  /** Leads to the database itself, for what belongs to a connection: LISTEN, locks, long statements. */
  direct: Pool;
  /** Ends every connection at once: each that is wanted again is made anew. */
  cut: () => void;
  /** Ends the connections, and the database where it was started here. */
  close(): Promise<void>;
}

/** Opens the database that the settings name, with today's tables in it. Throws StartFailure where that cannot be. */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const embedded =
    options.databaseUrl === null
      ? await startEmbeddedPostgres({ ...options, durable: true })
      : null;
  const url = embedded?.databaseUrl ?? options.databaseUrl ?? '';
  const { pool, cut: cutPool } = openPool(url, {
    ...(options.databasePool !== undefined && { max: options.databasePool }),
    // What a tool does for somebody who waits for it takes as long as it takes.
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

/** A pool that the database cannot fill would leave calls without a connection, under load alone. */
async function requireConnections(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ most: number }>(
    `select current_setting('max_connections')::int
       - current_setting('superuser_reserved_connections')::int as most`,
  );
  const most = (rows[0]?.most ?? 0) - OF_ITS_OWN;
  if (pool.options.max <= most) return;
  throw new StartFailure(
    `VLABS_DB_POOL is ${pool.options.max}, and the database gives one server at most ${Math.max(0, most)} connections beside the ${OF_ITS_OWN} of its own: set it to fewer (of several servers, to a part of that), or raise max_connections.`,
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

/** A refusal on every address of a host has a code and no words. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
