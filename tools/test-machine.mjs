import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootMachine } from '../lab/machine/boot-machine.mjs';
import { CUT_OFF } from '../lab/machine/findings.ts';
import { readState } from '../lab/machine/findings-so-far.mjs';
import { makeMachine } from '../lab/machine/make-machine.mjs';
import { bringMachinePackages, buildWeb } from './prepare.mjs';

const ROOT = join(import.meta.dirname, '..');
const PARTS = ['user', 'root', 'unit', 'contract', 'hostile', 'runner'];
/**
 * The time limits of all boots and of one. Results of a boot that is ended are kept, and the next boot continues
 * from there.
 */
const MAX_MS = 90 * 60_000;
const MAX_BOOT_MS = 20 * 60_000;

/** Progress is shown, because the whole run takes most of an hour. */
function print(findings) {
  for (const part of new Set(findings.map((finding) => finding.part))) {
    const all = findings.filter((finding) => finding.part === part);
    const count = (word) => all.filter(({ came }) => came.startsWith(word)).length;
    console.log(
      `${part}: ${count('held')} held, ${count('failed')} failed, ${count('not judged')} not judged`,
    );
    for (const { what, came } of all) if (came !== 'held') console.log(`  ${what}\n    ${came}`);
  }
}

/** Boots until every part is complete, the time is up, or a boot judged nothing. */
async function bootUntilComplete(machine, shared, parts) {
  const log = join(ROOT, 'test-results', 'machine.log');
  await mkdir(join(ROOT, 'test-results'), { recursive: true });
  await writeFile(log, '');
  const deadline = Date.now() + MAX_MS;
  const isComplete = () => readState(shared).complete.length === parts.length;
  for (let judged = -1; !isComplete() && Date.now() < deadline;) {
    const before = countJudged(shared);
    if (before === judged) return;
    judged = before;
    await rm(join(shared, 'layer'), { force: true });
    const signal = AbortSignal.timeout(Math.min(MAX_BOOT_MS, deadline - Date.now()));
    await bootMachine(machine, { project: ROOT, shared, signal });
    await appendFile(
      log,
      await readFile(join(shared, 'log'), 'utf8').catch(() => 'It said nothing.'),
    );
  }
}

const countJudged = (shared) => {
  const { findings } = readState(shared);
  return findings.filter(({ came }) => came !== CUT_OFF).length;
};

const wanted = process.argv.slice(2);
const parts = wanted.length > 0 ? wanted : PARTS;
await bringMachinePackages();
await buildWeb();
const machine = await makeMachine();
const shared = await mkdtemp(join(tmpdir(), 'vlabs-machine-'));
try {
  await writeFile(join(shared, 'parts'), parts.join('\n'));
  const began = Date.now();
  await bootUntilComplete(machine, shared, parts);
  const { versions, complete, findings } = readState(shared);
  if (findings.length === 0)
    throw new Error('The machine judged nothing: see test-results/machine.log.');
  print(findings);
  const left = parts.filter((part) => !complete.includes(part));
  if (left.length > 0) console.log(`Incomplete: ${left.join(', ')}`);
  console.log(`${versions.join(', ')}; ${Math.round((Date.now() - began) / 1000)} s`);
  if (left.length > 0 || findings.some(({ came }) => came.startsWith('failed')))
    process.exitCode = 1;
} finally {
  await rm(shared, { recursive: true, force: true });
}
