import { release } from 'node:os';
import { join } from 'node:path';
import { printTable } from '../../server/testing/print-table.ts';
import { LabClass } from './class/lab-class.ts';
import { Cluster } from './cluster.ts';
import { COLUMNS, drill, missing } from './drill.ts';
import { faults } from './faults.ts';
import type { Lab } from './lab.ts';
import { type Folders, Machine, makeBridge } from './machine.ts';
import { bringPreviousVersion } from './previous-version.ts';
import { LabProduct } from './product.ts';

/** The first process of these namespaces waits only for this one; everything ends with it. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}
const ROOT = join(import.meta.dirname, '../..');
const [tree = '', folder = '', results = '', ...only] = process.argv.slice(2);
const wanted = faults.filter(({ word }) => only.length === 0 || only.includes(word));
const began = performance.now();
const lab = await makeLab({ tree, folder, results });
process.exit((await takeApart(lab)) ? 0 : 1);

async function makeLab(places: Folders): Promise<Lab> {
  await makeBridge();
  const [m1, m2, m3, front, store] = await Promise.all(
    ['m1', 'm2', 'm3', 'front', 'store'].map((name, index) =>
      Machine.make(name, `10.77.0.${index + 1}`, places),
    ),
  );
  if (!m1 || !m2 || !m3 || !front || !store) throw new Error('A machine is missing.');
  const machines = [m1, m2, m3];
  console.log(await printVersions(m1));
  const cluster = await Cluster.start(machines);
  const serving = [m1, m2] as const;
  const product = new LabProduct({ machines: serving, front, store, cluster, folders: places });
  const previous = await bringPreviousVersion(places.folder);
  console.log(`The rolling upgrade begins with ${previous.name}.`);
  await product.start(wanted.some(({ word }) => word === 'upgrade') ? previous.tree : ROOT);
  const pupils = await LabClass.gather(cluster, product.url);
  await pupils.start();
  print('The class is sitting the test.');
  return { machines, serving, cluster, product, pupils };
}

/** Returns whether nothing is missing. */
async function takeApart({ pupils, ...others }: Lab): Promise<boolean> {
  const rows: string[][] = [];
  const failures: string[] = [];
  for (const fault of wanted) {
    print(fault.name);
    const outcome = await drill({ pupils, ...others }, fault).catch((error: unknown) => ({
      cells: [fault.name, 'failed'],
      failures: [`${fault.name}: ${error instanceof Error ? error.message : String(error)}`],
    }));
    rows.push(outcome.cells);
    failures.push(...outcome.failures);
    print(outcome.cells.join(' | '));
    for (const failure of outcome.failures) print(failure);
  }
  await pupils.stop();
  const { saves, runs, files } = await pupils.countAll();
  const { submitted, wrong } = await pupils.submit();
  failures.push(
    ...missing('saves at the end', saves),
    ...missing('runs at the end', runs),
    ...missing('files at the end', files),
    ...(wrong > 0 ? [`${wrong} students have no receipt of their answers`] : []),
  );
  rows.push([
    'everything, at the end',
    '',
    ...[saves, runs, files].flatMap((count) => [
      String(count.acknowledged),
      String(count.missing.length),
    ]),
  ]);
  console.log('');
  printTable(COLUMNS, rows);
  console.log(`\n${submitted} submitted, each with a receipt of the answers given.`);
  console.log(
    `Refused saves: ${list(new Map(Object.entries(pupils.sitters.calls.save.refused)))}; uploads: ${list(pupils.uploads.refusals)}; terminals: ${list(pupils.terminals.ends)}`,
  );
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  return failures.length === 0;
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([how, count]) => `${count} × ${how}`).join(', ') || 'none';
}

async function printVersions(machine: Machine): Promise<string> {
  const asked = [['patroni'], ['etcd'], ['haproxy', '-v'], ['/usr/lib/postgresql/17/bin/postgres']];
  const lines = await Promise.all(
    asked.map(([program = '', word = '--version']) => machine.runInside([program, word])),
  );
  const versions = lines.map((line) => line.split('\n')[0] ?? '');
  return [...versions, `Node ${process.version}`, `Linux ${release()}`].join('; ');
}

function print(text: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);
}
