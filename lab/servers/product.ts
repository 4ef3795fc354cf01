import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import type { LabProcess } from './lab-process.ts';
import type { Folders, Machine } from './machine.ts';
import { waitUntil } from '../../server/testing/load/wait-until.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTED_PROXY = join(ROOT, 'deploy/proxies/haproxy.cfg');
const STORE_PORT = 9000;
const READY_WITHIN_S = 90;

export interface Places {
  /** Each has a server and a runner. */
  machines: readonly Machine[];
  front: Machine;
  store: Machine;
  cluster: Cluster;
  folders: Folders;
}

/** Two servers, two runners, an object store, and a proxy in front of the servers. */
export class LabProduct {
  readonly #places: Places;
  readonly #runnerToken = randomBytes(24).toString('hex');
  readonly #servers = new Map<Machine, LabProcess>();
  readonly #runners = new Map<Machine, LabProcess>();
  readonly #store: LabProcess;

  constructor(places: Places) {
    this.#places = places;
    const { store } = places;
    const file = join(import.meta.dirname, 'store-process.ts');
    const words = [process.execPath, file, store.address, String(STORE_PORT)];
    this.#store = store.start('store', words, { env: {} });
  }

  /** The URL that the class uses. */
  get url(): string {
    return `http://${this.#places.front.address}:8080`;
  }

  /** `tree` is the version from which the servers are started. */
  async start(tree: string): Promise<void> {
    const { machines, front } = this.#places;
    front.writeFile('etc/haproxy/haproxy.cfg', this.#configureFront());
    front.startInside('proxy', ['haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg']);
    for (const machine of machines) this.startRunner(machine);
    for (const machine of machines) {
      this.startServer(machine, { tree });
      await this.untilServing(machine);
    }
    await waitUntil(
      'the proxy serves',
      READY_WITHIN_S,
      async () => (await fetch(`${this.url}/healthz`)).ok,
    );
  }

  startRunner(machine: Machine): void {
    const env = {
      VLABS_RUNNER_HOST: machine.address,
      VLABS_RUNNER_TOKEN: this.#runnerToken,
      VLABS_RUNNER_DATA: join(this.#places.folders.folder, machine.name, 'runner'),
      VLABS_RUNNER_SLOTS: '2',
    };
    const words = [process.execPath, join(ROOT, 'runner/main.ts')];
    this.#runners.set(machine, machine.start('runner', words, { env }));
  }

  /** `tree` is the version from which it is started. */
  startServer(machine: Machine, { tree = ROOT, env = {} } = {}): void {
    const words = [process.execPath, join(tree, 'server/main.ts')];
    const place = { env: { ...this.#settingsOf(machine), ...env }, cwd: tree };
    this.#servers.set(machine, machine.start('server', words, place));
  }

  async untilServing(machine: Machine): Promise<void> {
    await waitUntil(`the server of ${machine.name} serves`, READY_WITHIN_S, async () => {
      const reply = await fetch(`http://${machine.address}:3000/readyz`, {
        signal: AbortSignal.timeout(5000),
      });
      return reply.ok;
    });
  }

  endServer(machine: Machine, signal: NodeJS.Signals): Promise<void> {
    return endOf(this.#servers, machine, signal);
  }

  endRunner(machine: Machine, signal: NodeJS.Signals): Promise<void> {
    return endOf(this.#runners, machine, signal);
  }

  /** How many seconds its clock is ahead of ours. */
  async clockOf(machine: Machine): Promise<number> {
    const reply = await fetch(`http://${machine.address}:3000/healthz`);
    return (Date.parse(reply.headers.get('date') ?? '') - Date.now()) / 1000;
  }

  /** It accepts connections but never replies. */
  muteStore(): void {
    this.#store.signal('SIGSTOP');
  }

  wakeStore(): void {
    this.#store.signal('SIGCONT');
  }

  #settingsOf(machine: Machine): Record<string, string> {
    const { machines, front, store, cluster, folders } = this.#places;
    return {
      HOST: machine.address,
      PORT: '3000',
      VLABS_DEMO: 'off',
      VLABS_REGISTRATION: 'open',
      VLABS_DATA: join(folders.folder, machine.name, 'server'),
      DATABASE_URL: cluster.databaseUrl,
      VLABS_RUNNER_URL: machines.map(({ address }) => `http://${address}:3100`).join(','),
      VLABS_RUNNER_TOKEN: this.#runnerToken,
      VLABS_TRUSTED_PROXIES: front.address,
      VLABS_S3_ENDPOINT: `http://${store.address}:${STORE_PORT}`,
      VLABS_S3_BUCKET: 'v-labs',
      VLABS_S3_ACCESS_KEY_ID: 'S3RVER',
      VLABS_S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** The proxy as the documents configure it, without TLS. */
  #configureFront(): string {
    const { machines, front } = this.#places;
    const servers = machines.map(({ name, address }) => `  server ${name} ${address}:3000 check`);
    return readFileSync(DOCUMENTED_PROXY, 'utf8')
      .replace(/bind :443 .*/, `bind ${front.address}:8080`)
      .replace(/^ {2}server one .*$/m, servers.join('\n'));
  }
}

async function endOf(
  processes: ReadonlyMap<Machine, LabProcess>,
  machine: Machine,
  signal: NodeJS.Signals,
): Promise<void> {
  await processes.get(machine)?.end(signal);
}
