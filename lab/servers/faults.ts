import { setTimeout as delay } from 'node:timers/promises';
import { GRACE_S, PROMPT_S } from './bounds.ts';
import { clocksApart, fullDisk, silentStore } from './faults-of-surroundings.ts';
import type { Fault } from './lab.ts';

/** How long a service manager waits before a restart. */
const RESTART_MS = 10_000;
/** The proxy checks every two seconds. Ending the other server earlier would leave it with none. */
const SEEN_BY_PROXY_MS = 5000;

const killServer: Fault = {
  name: 'kill -9 of a server, then of the other',
  word: 'server',
  maxWaitSeconds: PROMPT_S,
  happen: async ({ product, serving }) => {
    for (const machine of serving) {
      await product.endServer(machine, 'SIGKILL');
      await delay(RESTART_MS);
      product.startServer(machine);
      await product.untilServing(machine);
      await delay(SEEN_BY_PROXY_MS);
    }
    return null;
  },
};

const killRunner: Fault = {
  name: 'kill -9 of a runner',
  word: 'runner',
  maxWaitSeconds: PROMPT_S,
  happen: async ({ product, serving: [machine] }) => {
    await product.endRunner(machine, 'SIGKILL');
    await delay(RESTART_MS);
    product.startRunner(machine);
    await delay(RESTART_MS);
    return null;
  },
};

const killLeader: Fault = {
  name: 'kill -9 of the leader (Patroni and PostgreSQL)',
  word: 'leader',
  maxWaitSeconds: GRACE_S,
  happen: async ({ cluster, pupils }) => {
    const leader = await cluster.leader();
    cluster.killDatabase(leader);
    await delay(RESTART_MS);
    // It stays down until another machine leads.
    await pupils.untilAllSaved(performance.now());
    cluster.startDatabase(leader);
    await cluster.untilWhole();
    return null;
  },
};

const switchover: Fault = {
  name: 'planned switchover',
  word: 'switchover',
  maxWaitSeconds: PROMPT_S,
  happen: async ({ cluster }) => {
    await cluster.switchTo(await cluster.synchronousStandby());
    await cluster.untilWhole();
    return null;
  },
};

const cut: Fault = {
  name: 'a machine with leader, server and runner cut from the network',
  word: 'cut',
  maxWaitSeconds: GRACE_S,
  happen: async ({ cluster, serving, pupils }) => {
    const leader = await cluster.leadFrom(serving);
    await leader.setLine('down');
    await delay(RESTART_MS);
    await pupils.untilAllSaved(performance.now());
    return null;
  },
};

/** A careless cluster would discard what is acknowledged during this time. */
const comeBack: Fault = {
  name: '… and its return',
  word: 'cut',
  beginsBroken: true,
  maxWaitSeconds: GRACE_S,
  happen: async ({ cluster, machines, product, serving }) => {
    for (const machine of machines) await machine.setLine('up');
    await cluster.untilWhole();
    for (const machine of serving) await product.untilServing(machine);
    return null;
  },
};

const upgrade: Fault = {
  name: 'rolling upgrade',
  word: 'upgrade',
  maxWaitSeconds: PROMPT_S,
  happen: async ({ product, serving }) => {
    for (const machine of serving) {
      await product.endServer(machine, 'SIGTERM');
      product.startServer(machine);
      await product.untilServing(machine);
      await delay(SEEN_BY_PROXY_MS);
    }
    return null;
  },
};

/** The order matters: the first fault starts with servers of an earlier version. */
export const faults: readonly Fault[] = [
  upgrade,
  killServer,
  killRunner,
  killLeader,
  switchover,
  cut,
  comeBack,
  fullDisk,
  silentStore,
  clocksApart,
];
