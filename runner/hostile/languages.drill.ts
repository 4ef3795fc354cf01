import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import { Verdict } from '@vlabs/contract/runs/runner';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { HANG_MS } from '../testing/patience.ts';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

/** `=== name: verdict, signal 6`; several verdicts, joined by "or", are each acceptable. */
const HEADING = /^=== (.+): ([a-z_]+(?: or [a-z_]+)*)(?:, signal (\d+))?\n/m;
const PARTS = 4;
const limits = { cpuTimeMs: 1500, extraTimeMs: 0, wallTimeMs: 8000 };

function readHostile(language: RunLanguage) {
  const path = join(import.meta.dirname, '../languages', language, 'hostile.txt');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [, ...parts] = text.split(HEADING);
  return Array.from({ length: parts.length / PARTS }, (_, at) => {
    const [name = '', verdicts = '', signal, source = ''] = parts.slice(at * PARTS);
    const wanted = verdicts.split(' or ').map((verdict) => Verdict.parse(verdict));
    return { language, name, wanted, signal: signal && Number(signal), source };
  });
}

const { languages } = await runner.status();
const programs = languages.flatMap(({ language }) => readHostile(language));

describe.skipIf(cannotConfine)('a hostile program gets its verdict, and the next is normal', () => {
  test.for(programs)('$language, $name: $wanted', { timeout: HANG_MS }, async (program) => {
    const { language, wanted, signal, source } = program;
    const outcome = await runner.run({ language, source, limits });
    expect(wanted).toContain(outcome.verdict);
    expect([signal ?? outcome.exitSignal]).toEqual([outcome.exitSignal]);
    expect(`${outcome.stdout}${outcome.stderr}${outcome.compileOutput}`).not.toMatch(/root:[*!$]/);
    const next = await runner.run({ language: 'python', source: 'print("well")' });
    expect(next).toMatchObject({ verdict: 'accepted', stdout: 'well\n' });
    expect(await runner.statusAtRest()).toMatchObject({ running: 0, waiting: 0 });
  });
});
