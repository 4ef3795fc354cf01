import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Activity, Target } from './attack.ts';
import { eventStreams, guesses, longPolls, outputs } from './floods.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { hostileRuns } from './hostile-runs.ts';
import { halfOpen, slowClients } from './slow-clients.ts';
import { students } from './students.ts';

const ACTIVITIES: readonly Activity[] = [
  students,
  hostileRuns,
  hostileBodies,
  slowClients,
  halfOpen,
  eventStreams,
  longPolls,
  outputs,
  guesses,
];

/** The outcomes of each activity, by its name. */
export type Endings = Record<string, Record<string, number>>;

// In reality the attackers use other machines, so here they get a lower priority than the product.
const BEHIND_THE_PRODUCT = 10;
const MAX_ENDING_MS = 15_000;

async function attack({ seconds, people, ...target }: Target): Promise<Endings> {
  setPriority(BEHIND_THE_PRODUCT);
  const end = new AbortController();
  const endings: Endings = {};
  const left = [...people];
  const all = ACTIVITIES.map(async ({ name, people: count, run }) => {
    const seen: Record<string, number> = (endings[name] = {});
    const note = (outcome: string): void => {
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    };
    const scene = { ...target, people: left.splice(0, count), over: end.signal, note };
    await run(scene).catch((error: unknown) => note(`broke: ${String(error)}`));
  });
  await delay(seconds * 1000);
  end.abort();
  await Promise.race([Promise.all(all), delay(MAX_ENDING_MS)]);
  return endings;
}

process.on('message', (target: Target) => {
  void attack(target).then((endings) => process.send?.(endings, () => process.exit()));
});
