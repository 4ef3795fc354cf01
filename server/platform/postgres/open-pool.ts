import { Socket } from 'node:net';
import { type ClientBase, Pool } from 'pg';
import { DatabaseReadOnly } from './database-unavailable.ts';

const CONNECT_TIMEOUT_MS = 5000;

export interface OpenPool {
  pool: Pool;
  /** Ends every connection at once, also those that others made with the options of the pool. */
  cut: () => void;
}

interface PoolOptions {
  /** How many connections there are at most; 10 when not said. */
  max?: number;
  /** The database itself ends a statement after so long; never when not said. */
  maxStatementMs?: number;
  /** And a transaction that says nothing for so long: whoever opened it is dead or stands still, and holds rows. */
  idleTimeoutMs?: number;
  /** And a statement that waits for a lock for so long. */
  maxLockWaitMs?: number;
}

/** The one way in which connections to the database are made; dedicated ones take its options. */
export function openPool(
  databaseUrl: string,
  { max = 10, maxStatementMs = 0, idleTimeoutMs = 0, maxLockWaitMs = 0 }: PoolOptions = {},
): OpenPool {
  const sockets = new Set<Socket>();
  const bounds = [
    ...(maxStatementMs > 0 ? [`set statement_timeout = ${maxStatementMs}`] : []),
    ...(idleTimeoutMs > 0 ? [`set idle_in_transaction_session_timeout = ${idleTimeoutMs}`] : []),
    ...(maxLockWaitMs > 0 ? [`set lock_timeout = ${maxLockWaitMs}`] : []),
  ].join('; ');
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    // The pool waits for the answer, and passes on nothing that is refused here.
    onConnect: async (client) => {
      await requireWritable(client);
      // At the start of a connection a pool in between would refuse to be told.
      if (bounds !== '') await client.query(bounds);
    },
  });
  // A connection that breaks is replaced by the pool, and who uses it hears of it by their query; but
  // an error of a connection that nobody listens to ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { pool, cut };
}

/** After a failover the old address may still answer: whatever it says is old, and it keeps nothing. */
export async function requireWritable(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ readOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`,
  );
  if (rows[0]?.readOnly !== false) throw new DatabaseReadOnly();
}
