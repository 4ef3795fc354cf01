import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, makeCluster, readPassword } from './postgres-cluster.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { StartFailure } from '../start/start-failure.ts';

/** An advisory lock held while a process owns the data folder. The number is arbitrary. */
const OWNER_LOCK = 7_226_001;
const START_TIMEOUT_MS = 30_000;
/** The lock of a killed server lasts until PostgreSQL notices the closed connection. */
const LOCK_TIMEOUT_MS = 2000;
const RETRY_MS = 20;
const START_ATTEMPTS = 6;
const START_PAUSE_MS = 500;

interface Options {
  dataFolder: string;
  /** False only in tests: commits may be lost if the machine stops. */
  durable: boolean;
  /** A tool may share the database of a running server; a second server may not. */
  shared: boolean;
}

export interface EmbeddedPostgres {
  databaseUrl: string;
  /** Stops the database, unless another process owns it. */
  stop(): Promise<void>;
}

/**
 * Finds the database that a killed server left running, or starts it, and restarts it if it dies
 * while this process lives.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const cluster = await makeCluster(options.dataFolder, options.durable);
  const state = { stopping: false, reviving: Promise.resolve() };
  let owner: Client | null = null;

  async function own(): Promise<boolean> {
    const connection = await connect(cluster);
    if (!(await takeOwnerLock(connection, options.shared ? 0 : LOCK_TIMEOUT_MS))) {
      await connection.end();
      return false;
    }
    owner = connection;
    // The end of this connection signals that the database has died.
    connection.once('end', () => {
      owner = null;
      if (!state.stopping) state.reviving = revive();
    });
    return true;
  }

  async function revive(): Promise<void> {
    // PostgreSQL logs why it can't start; meanwhile the server reports that it is not ready.
    while (!state.stopping && owner === null) await own().catch(() => pause(1000));
  }

  const owned = await own();
  if (!owned && !options.shared) {
    throw new StartFailure(
      `Another V-labs server is using the data folder ${options.dataFolder}: stop it first, or set VLABS_DATA to another folder.`,
    );
  }
  return {
    databaseUrl: await readDatabaseUrl(cluster),
    stop: async () => {
      state.stopping = true;
      if (!owned) return;
      await state.reviving;
      await owner?.end();
      await stopPostmaster(cluster);
    },
  };
}

async function takeOwnerLock(connection: Client, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { rows } = await connection.query<{ owned: boolean }>(
      'select pg_try_advisory_lock($1) as owned',
      [OWNER_LOCK],
    );
    if (rows[0]?.owned === true) return true;
    if (Date.now() >= deadline) return false;
    await pause(RETRY_MS);
  }
}

async function connect(cluster: Cluster): Promise<Client> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let problem = 'it does not answer';
  while (Date.now() < deadline) {
    await bringUp(cluster);
    const connection = new Client({ connectionString: await readDatabaseUrl(cluster) });
    // Without a listener, a broken connection would end the process.
    connection.on('error', () => undefined);
    try {
      await connection.connect();
      return connection;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    await pause(RETRY_MS);
  }
  throw notStarted(cluster, problem);
}

async function bringUp(cluster: Cluster): Promise<void> {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    if ((await findPostmaster(cluster)) !== null) return;
    if (await startPostmaster(cluster)) return;
    // The last processes of a killed database must end before it can start again.
    await pause(START_PAUSE_MS);
  }
  throw notStarted(cluster, 'it ended at once');
}

function notStarted(cluster: Cluster, problem: string): StartFailure {
  return new StartFailure(
    `The embedded database did not start (${problem}). See its log ${cluster.logFile}.`,
  );
}

async function readDatabaseUrl(cluster: Cluster): Promise<string> {
  const postmaster = await findPostmaster(cluster);
  const url = new URL('postgresql://vlabs@localhost/postgres');
  url.password = await readPassword(cluster);
  url.searchParams.set('host', postmaster?.socketFolder ?? cluster.socketFolder);
  return url.href;
}
