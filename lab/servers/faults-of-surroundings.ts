import { statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../machine/run.mjs';
import { GRACE_S, PROMPT_S } from './bounds.ts';
import type { Fault, Lab } from './lab.ts';
import type { Machine } from './machine.ts';
import { waitUntil } from '../../server/testing/load/wait-until.ts';

const FULL_FOR_MS = 20_000;
const SILENT_FOR_MS = 40_000;
const APART_FOR_MS = 15_000;
const UPLOADS_AGAIN_WITHIN_S = 90;
const APART_S = 2;
const MEGABYTE = Buffer.alloc(1024 * 1024);

export const fullDisk: Fault = {
  name: `the disk of the leader full for ${FULL_FOR_MS / 1000} s`,
  word: 'disk',
  maxWaitSeconds: GRACE_S,
  happen: async ({ cluster }) => {
    const leader = await cluster.leader();
    const disk = join(leader.root, 'var/lib/postgresql');
    await fill(disk, FULL_FOR_MS);
    await rm(join(disk, 'filling'));
    await cluster.untilWhole();
    return null;
  },
};

/** Also fills space that becomes free in the meantime. */
async function fill(disk: string, forMs: number): Promise<void> {
  const file = await open(join(disk, 'filling'), 'w');
  const until = performance.now() + forMs;
  try {
    while (performance.now() < until) {
      const { bavail, bsize } = statfsSync(disk);
      const room = Math.min(bavail * bsize, MEGABYTE.length);
      if (room === 0) await delay(20);
      else await file.write(MEGABYTE, 0, room).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}

export const silentStore: Fault = {
  name: `an object store that is silent for ${SILENT_FOR_MS / 1000} s`,
  word: 'store',
  maxWaitSeconds: PROMPT_S,
  happen: async ({ product, pupils }) => {
    product.muteStore();
    await delay(SILENT_FOR_MS);
    product.wakeStore();
    const { files } = pupils.mark();
    await waitUntil(
      'files are taken again',
      UPLOADS_AGAIN_WITHIN_S,
      () => pupils.mark().files > files,
    );
    return null;
  },
};

export const clocksApart: Fault = {
  name: `a server, then the leader as well, ${APART_S} s ahead of the others`,
  word: 'clocks',
  maxWaitSeconds: GRACE_S,
  happen: async (lab) => {
    const { cluster, product, serving } = lab;
    const [, machine] = serving;
    const env = {
      LD_PRELOAD: 'libfaketimeMT.so.1',
      LD_LIBRARY_PATH:
        (await run('dpkg', ['-L', 'libfaketime'])).match(/^.*\/faketime$/m)?.[0] ?? '',
      FAKETIME: `+${APART_S}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    await restartServer(lab, machine, env);
    const standby = await cluster.synchronousStandby();
    await restartDatabase(lab, standby, env);
    await cluster.leadFrom([standby]);
    await delay(APART_FOR_MS);
    const [server, database] = [await product.clockOf(machine), await cluster.clockOfLeader()];
    const isApart = [server, database].every((seconds) => Math.abs(seconds - APART_S) < 1.1);
    await restartServer(lab, machine, {});
    await cluster.leadFrom(lab.machines.filter((other) => other !== standby));
    await restartDatabase(lab, standby, {});
    return isApart ? null : `their clocks were ${server} s and ${database} s ahead`;
  },
};

async function restartServer({ product }: Lab, machine: Machine, env: Record<string, string>) {
  await product.endServer(machine, 'SIGTERM');
  product.startServer(machine, { env });
  await product.untilServing(machine);
}

async function restartDatabase({ cluster }: Lab, machine: Machine, env: Record<string, string>) {
  await cluster.stopDatabase(machine);
  cluster.startDatabase(machine, env);
  await cluster.untilWhole();
}
