import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { isConnectionFailure } from '../../platform/postgres/database-unavailable.ts';
import { makeCluster, readPassword } from '../../platform/postgres/postgres-cluster.ts';
import {
  findPostmaster,
  startPostmaster,
  stopPostmaster,
} from '../../platform/postgres/postmaster.ts';

const LOOK_AGAIN_MS = 20;

export interface OwnPostgres {
  /** Connects through a proxy that `cut` and `mute` control. */
  databaseUrl: string;
  /** Resets every connection, like a firewall or a lost machine. */
  cut: () => void;
  /** Silently drops all data from now on. */
  mute: () => void;
  /** Closes muted connections and works normally again. */
  unmute: () => void;
  /** Kills the postmaster and all its processes at once. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Suspends all processes of the database until `thaw`. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** Executes a statement on a separate connection. */
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** A PostgreSQL of its own for one test, which may kill, freeze or disconnect it. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-own-postgres-'));
  // Durable, so that commits survive a kill.
  const cluster = { ...(await makeCluster(folder, false)), durable: true };
  const url = `postgresql://vlabs:${await readPassword(cluster)}@localhost/postgres?host=${cluster.socketFolder}`;
  const start = async () => {
    while (!(await startPostmaster(cluster))) await rm(join(cluster.folder, 'postmaster.pid'));
    await retryUntilAvailable(url);
  };
  await start();
  const door = await openDoor(join(cluster.socketFolder, '.s.PGSQL.5432'));
  const credentials = `vlabs:${await readPassword(cluster)}`;
  const signal = async (name: NodeJS.Signals) => {
    const postmaster = await findPostmaster(cluster);
    if (!postmaster) throw new Error('The database does not run.');
    const { pid } = postmaster;
    // Stopped first, so that it adds no processes while they are listed.
    if (name !== 'SIGCONT') process.kill(pid, 'SIGSTOP');
    for (const id of await listProcesses(pid)) process.kill(id, name);
  };
  return {
    databaseUrl: `postgresql://${credentials}@127.0.0.1:${door.port}/postgres`,
    cut: door.cut,
    mute: () => door.mute(true),
    unmute: () => door.mute(false),
    kill: () => signal('SIGKILL'),
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    run: (statement) => runAt(url, statement),
    close: async () => {
      door.close();
      await stopPostmaster(cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function runAt(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A database that starts or recovers refuses connections. */
async function retryUntilAvailable(url: string): Promise<void> {
  for (;;) {
    try {
      return await runAt(url, 'select 1');
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
    }
    await pause(LOOK_AGAIN_MS);
  }
}

/** The postmaster and its processes. */
async function listProcesses(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').map(Number)];
}

async function openDoor(socketPath: string) {
  const clients = new Set<Socket>();
  let isMute = false;
  const server = createServer((outer) => {
    const inner = connect(socketPath);
    clients.add(outer);
    outer.once('close', () => clients.delete(outer));
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      one.on('data', (bytes) => {
        if (!isMute) other.write(bytes);
      });
      one.on('error', () => undefined);
      one.on('close', () => {
        if (!isMute) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    for (const client of clients) client.resetAndDestroy();
  };
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cut,
    mute: (shouldBeMute: boolean) => {
      isMute = shouldBeMute;
      if (!isMute) cut();
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
