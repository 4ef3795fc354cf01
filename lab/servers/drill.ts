import { setTimeout as delay } from 'node:timers/promises';
import type { Count } from './class/lab-class.ts';
import type { Fault, Lab } from './lab.ts';

const CALM_MS = 4000;
const SHOWN = 3;

/** The effect of one fault on the class. */
export interface Outcome {
  cells: string[];
  /** What must not happen. */
  failures: string[];
}

export const COLUMNS = [
  'fault',
  'longest refusal s',
  'saves: acknowledged',
  'missing',
  'runs: acknowledged',
  'lost',
  'files: acknowledged',
  'missing',
  'pages: opened again',
  'heard',
  'terminals: broken',
  'echoed',
];

/** Causes one fault while the class works, then looks for everything that was acknowledged. */
export async function drill(lab: Lab, fault: Fault): Promise<Outcome> {
  const { pupils, cluster } = lab;
  if (!fault.beginsBroken) await cluster.untilWhole();
  pupils.listeners.takeReconnected();
  pupils.terminals.takeBroken();
  pupils.sitters.takeLongestWaitMs();
  await delay(CALM_MS);
  const reason = await fault.happen(lab);
  if (reason !== null)
    return { cells: [`${fault.name}: not tried, since ${reason}`], failures: [] };
  await pupils.untilAllSaved(performance.now());
  const waited = pupils.sitters.takeLongestWaitMs() / 1000;
  const received = await pupils.announce(`After: ${fault.name}`);
  const echoed = await pupils.countEchoed();
  const { newSaves, saves, runs, files } = await pupils.countNew();
  const failures = [
    ...missing('saves', saves),
    ...missing('runs', runs),
    ...missing('files', files),
    ...(waited > fault.maxWaitSeconds
      ? [`an answer waited ${waited.toFixed(1)} s; at most ${fault.maxWaitSeconds} s`]
      : []),
    ...(received < pupils.listeners.count
      ? [`${received} of ${pupils.listeners.count} heard`]
      : []),
    ...(echoed < pupils.terminals.count
      ? [`${echoed} of ${pupils.terminals.count} terminals answer`]
      : []),
  ].map((failure) => `${fault.name}: ${failure}`);
  const cells = [
    fault.name,
    waited.toFixed(1),
    String(newSaves),
    String(saves.missing.length),
    ...[runs, files].flatMap((count) => [String(count.acknowledged), String(count.missing.length)]),
    String(pupils.listeners.takeReconnected()),
    `${received} of ${pupils.listeners.count}`,
    String(pupils.terminals.takeBroken()),
    `${echoed} of ${pupils.terminals.count}`,
  ];
  return { cells, failures };
}

export function missing(what: string, { missing: those, acknowledged }: Count): string[] {
  if (those.length === 0) return [];
  const shown = those.slice(0, SHOWN).join(', ');
  return [`${those.length} of ${acknowledged} acknowledged ${what} are missing: ${shown}`];
}
