import { Socket } from 'node:net';
import { type ClientBase, Pool } from 'pg';
import { DatabaseReadOnly } from './database-unavailable.ts';

const CONNECT_TIMEOUT_MS = 5000;

export interface OpenPool {
  pool: Pool;
  /** Closes every connection immediately, including dedicated ones made with the pool's options. */
  cut: () => void;
}

interface PoolOptions {
  /** Maximum number of connections; default 10. */
  max?: number;
  /** Statement timeout in the database; default none. */
  maxStatementMs?: number;
  /** Idle timeout within a transaction: its client is dead or hangs, and holds row locks. */
  idleTimeoutMs?: number;
  /** Lock timeout of a statement. */
  maxLockWaitMs?: number;
}

/** Creates every database connection; dedicated ones use its options. */
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
    // The pool waits for this and rejects the connection on an error.
    onConnect: async (client) => {
      await requireWritable(client);
      // Set by a statement, because a connection pooler rejects unknown startup options.
      if (bounds !== '') await client.query(bounds);
    },
  });
  // The pool replaces broken connections, and their users get the error from their queries. Without
  // this listener, the error of an idle connection would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { pool, cut };
}

/** After a failover, the old address may still respond with stale, read-only data. */
export async function requireWritable(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ readOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`,
  );
  if (rows[0]?.readOnly !== false) throw new DatabaseReadOnly();
}
