import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './lab.ts';

/** As a service manager waits before it starts again what has died. */
const RESTART_MS = 10_000;
/** The grace of a test: whoever must wait longer could lose an answer. */
const GRACE_S = 60;

const killServer: Fault = {
  name: 'kill -9 of a server',
  word: 'server',
  maxWaitSeconds: 20,
  happen: async ({ product, serving: [machine] }) => {
    await product.endServer(machine, 'SIGKILL');
    await delay(RESTART_MS);
    product.startServer(machine);
    await product.untilServing(machine);
    return null;
  },
};

const killRunner: Fault = {
  name: 'kill -9 of a runner',
  word: 'runner',
  maxWaitSeconds: 20,
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
    // It stays away until another leads.
    await pupils.untilAllSaved(performance.now());
    cluster.startDatabase(leader);
    await cluster.untilWhole();
    return null;
  },
};

const switchover: Fault = {
  name: 'planned switchover',
  word: 'switchover',
  maxWaitSeconds: 20,
  happen: async ({ cluster }) => {
    await cluster.switchTo(await cluster.synchronousStandby());
    await cluster.untilWhole();
    return null;
  },
};

export const faults: readonly Fault[] = [killServer, killRunner, killLeader, switchover];
