import { LANGUAGE_C } from '@vlabs/contract/runs/languages';
import { expect, test } from 'vitest';
import { countProcesses } from '../testing/count-processes.ts';
import { runComparison } from './run-comparison.ts';

const text = 'int main(void) { int sum = 0; for (int i = 0; i < 10; i++) sum += i; return sum; }\n';
const programs = ['1', '2'].map((id) => ({
  id,
  version: null,
  files: [{ name: '', text }],
  leftFiles: [],
  isCut: false,
}));

test('programs are compared in a process of their own: one that asks for all memory at once ends no server', async () => {
  const processes = await countProcesses(async () => {
    const order = { groups: [{ languageId: LANGUAGE_C, programs }], leftOut: [] };
    const found = await runComparison(order, async () => true);
    expect(JSON.parse(found?.pairs ?? '')).toMatchObject([{ one: '1', other: '2', similarity: 1 }]);
  });
  expect(processes).toBe(1);
});
