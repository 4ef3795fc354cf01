import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootMachine } from './machine/boot-machine.mjs';
import { makeMachine } from './machine/make-machine.mjs';
import { bringMachinePackages, buildWeb } from './prepare.mjs';

const ROOT = join(import.meta.dirname, '..');
const PARTS = ['user', 'root', 'unit', 'contract', 'hostile', 'runner'];
const MAX_MS = 90 * 60_000;

/** Shown while it comes, since the whole takes most of an hour. */
function tell(findings) {
  for (const part of new Set(findings.map((finding) => finding.part))) {
    const all = findings.filter((finding) => finding.part === part);
    const count = (word) => all.filter(({ came }) => came.startsWith(word)).length;
    console.log(
      `${part}: ${count('held')} held, ${count('failed')} failed, ${count('not judged')} not judged`,
    );
    for (const { what, came } of all) if (came !== 'held') console.log(`  ${what}\n    ${came}`);
  }
}

const wanted = process.argv.slice(2);
await bringMachinePackages();
await buildWeb();
const machine = await makeMachine();
const shared = await mkdtemp(join(tmpdir(), 'vlabs-machine-'));
try {
  await writeFile(join(shared, 'parts'), (wanted.length > 0 ? wanted : PARTS).join('\n'));
  const began = Date.now();
  await bootMachine(machine, { project: ROOT, shared, signal: AbortSignal.timeout(MAX_MS) });
  const log = await readFile(join(shared, 'log'), 'utf8').catch(() => 'It never came so far.');
  await mkdir(join(ROOT, 'test-results'), { recursive: true });
  await writeFile(join(ROOT, 'test-results', 'machine.log'), log);
  const told = await readFile(join(shared, 'findings.json'), 'utf8').catch(() => null);
  if (told === null) throw new Error(`The machine judged nothing.\n${log.slice(-4000)}`);
  const { versions, findings } = JSON.parse(told);
  tell(findings);
  console.log(`${versions.join(', ')}; ${Math.round((Date.now() - began) / 1000)} s`);
  if (findings.some(({ came }) => came.startsWith('failed'))) process.exitCode = 1;
} finally {
  await rm(shared, { recursive: true, force: true });
}
