import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type OpenPool, openPool } from '../../server/platform/postgres/open-pool.ts';
import type { LabProcess } from './lab-process.ts';
import type { Machine } from './machine.ts';
import { waitUntil } from '../../server/testing/load/wait-until.ts';

const CONFIGURATIONS = join(import.meta.dirname, '../../deploy/patroni');
const READY_WITHIN_S = 180;
const ASKED_WITHIN_MS = 2000;

interface Member {
  name: string;
  role: string;
  state: string;
}

/** The processes of the database cluster on one machine. */
interface Node {
  machine: Machine;
  etcd: LabProcess;
  patroni: LabProcess;
  haproxy: LabProcess;
}

/** Three PostgreSQL servers, one of them the leader, configured by the files of deploy/patroni. */
export class Cluster {
  readonly #nodes: Node[];
  readonly #password: string;

  private constructor(nodes: Node[], password: string) {
    this.#nodes = nodes;
    this.#password = password;
  }

  static async start(machines: readonly Machine[]): Promise<Cluster> {
    const [postgres, replicator, rewinder, vlabs] = Array.from({ length: 4 }, makePassword);
    const nodes = machines.map((machine) => {
      const fill = (file: string) =>
        readFileSync(join(CONFIGURATIONS, file), 'utf8')
          .replaceAll('PASSWORD-OF-POSTGRES', postgres ?? '')
          .replaceAll('PASSWORD-OF-REPLICATOR', replicator ?? '')
          .replaceAll('PASSWORD-OF-REWINDER', rewinder ?? '')
          .replaceAll('NAME', machine.name)
          .replaceAll('ADDRESS', machine.address);
      machine.writeFile('etc/etcd.yml', fill('etcd.yml'));
      machine.writeFile('etc/patroni/config.yml', fill('patroni.yml'));
      machine.writeFile('etc/haproxy/haproxy.cfg', fill('haproxy.cfg'));
      return {
        machine,
        etcd: machine.startInside('etcd', ['etcd', '--config-file', '/etc/etcd.yml']),
        patroni: startPatroni(machine),
        haproxy: machine.startInside('haproxy', HAPROXY),
      };
    });
    const cluster = new Cluster(nodes, vlabs ?? '');
    await waitUntil('three databases run', READY_WITHIN_S, async () =>
      (await cluster.#view()).every(({ state }) => ['running', 'streaming'].includes(state)),
    );
    await cluster.#makeDatabase(postgres ?? '');
    return cluster;
  }

  /** The URL that a server uses on its own machine. */
  get databaseUrl(): string {
    return `postgresql://vlabs:${this.#password}@127.0.0.1:5000/vlabs`;
  }

  /** Connects to the current leader directly, not through the servers. */
  async withDatabase<Answer>(work: (pool: OpenPool['pool']) => Promise<Answer>): Promise<Answer> {
    const { address } = await this.leader();
    const { pool } = openPool(`postgresql://vlabs:${this.#password}@${address}:5432/vlabs`);
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  }

  async leader(): Promise<Machine> {
    const name = leaderIn(await this.#view());
    return this.#node((node) => node.machine.name === name).machine;
  }

  /** The standby that has everything the leader acknowledged. */
  async synchronousStandby(): Promise<Machine> {
    const name = (await this.#view()).find(({ role }) => role === 'sync_standby')?.name;
    return this.#node((node) => node.machine.name === name).machine;
  }

  /** Waits until all three run, one is a synchronous standby, and each of them reports that. */
  async untilWhole(): Promise<void> {
    await waitUntil(
      'three databases run, one as a synchronous standby',
      READY_WITHIN_S,
      async () => {
        const views = await Promise.all(this.#nodes.map(({ machine }) => viewOf(machine)));
        const leaders = new Set(views.map(leaderIn));
        return leaders.size === 1 && views.every(isWhole);
      },
    );
  }

  /** A planned switchover. */
  async switchTo(candidate: Machine): Promise<void> {
    const leader = await this.leader();
    if (leader === candidate) return;
    await this.untilWhole();
    const reply = await fetch(`http://${leader.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    });
    if (!reply.ok) throw new Error(`The switchover was refused: ${await reply.text()}`);
  }

  /** Moves the leader to one of these. The target must be up to date, so this waits for it. */
  async leadFrom(machines: readonly Machine[]): Promise<Machine> {
    // A new leader may have no synchronous standby yet, and so no candidate.
    await this.untilWhole();
    const leader = await this.leader();
    if (machines.includes(leader)) return leader;
    const standby = await this.synchronousStandby();
    // Patroni switches only to the synchronous standby; a second switchover reaches the wanted machine.
    await this.switchTo(standby);
    await waitUntil(
      'the switchover is done',
      READY_WITHIN_S,
      async () => (await this.leader()) === standby,
    );
    return this.leadFrom(machines);
  }

  /** How many seconds its clock is ahead of ours. */
  clockOfLeader(): Promise<number> {
    return this.withDatabase(async (pool) => {
      const { rows } = await pool.query<{ ms: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
      );
      return ((rows[0]?.ms ?? 0) - Date.now()) / 1000;
    });
  }

  /** Kills the database processes as a power failure would. */
  killDatabase(machine: Machine): void {
    machine.kill(['patroni', 'postgres']);
  }

  /** Restarts them after some seconds, as systemd would. */
  startDatabase(machine: Machine, env: Record<string, string> = {}): void {
    this.#node((node) => node.machine === machine).patroni = startPatroni(machine, env);
  }

  async stopDatabase(machine: Machine): Promise<void> {
    await this.#node((node) => node.machine === machine).patroni.end('SIGTERM');
  }

  #node(isIt: (node: Node) => boolean): Node {
    const found = this.#nodes.find(isIt);
    if (!found) throw new Error('No database of the cluster has that role now.');
    return found;
  }

  /** The view of the first node that replies. A machine that is cut off has an old view, if any. */
  #view(): Promise<Member[]> {
    return Promise.any(this.#nodes.map(({ machine }) => viewOf(machine)));
  }

  async #makeDatabase(password: string): Promise<void> {
    await waitUntil('there is a database', READY_WITHIN_S, async () => {
      const { address } = await this.leader();
      const { pool } = openPool(`postgresql://postgres:${password}@${address}:5432/postgres`);
      await pool.query(`create role vlabs login password '${this.#password}'`);
      await pool.query('grant pg_monitor to vlabs');
      await pool.query('create database vlabs owner vlabs');
      await pool.end();
      return true;
    });
    await this.untilWhole();
  }
}

const HAPROXY = ['haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg'];

const makePassword = () => randomBytes(12).toString('hex');

function startPatroni(machine: Machine, env: Record<string, string> = {}): LabProcess {
  const words = ['patroni', '/etc/patroni/config.yml'];
  // Its messages contain characters that the C locale cannot encode.
  return machine.startInside('patroni', words, {
    user: 'postgres',
    env: { LC_ALL: 'C.UTF-8', ...env },
  });
}

async function viewOf({ address }: Machine): Promise<Member[]> {
  const reply = await fetch(`http://${address}:8008/cluster`, {
    signal: AbortSignal.timeout(ASKED_WITHIN_MS),
  });
  const view: { members: Member[] } = JSON.parse(await reply.text());
  return view.members;
}

const leaderIn = (members: readonly Member[]): string | undefined =>
  members.find(({ role }) => role === 'leader')?.name;

function isWhole(members: readonly Member[]): boolean {
  const isRunning = members.every(({ role, state }) =>
    role === 'leader' ? state === 'running' : state === 'streaming',
  );
  const hasStandby = members.some(({ role }) => role === 'sync_standby');
  return isRunning && hasStandby && members.length === 3;
}
