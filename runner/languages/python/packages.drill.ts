import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
const areThere = existsSync('/usr/lib/python3/dist-packages/matplotlib');
afterAll(() => runner.stop());

const plot = `import matplotlib.pyplot as plt
import numpy as np, os, sys
plt.plot(np.arange(10))
plt.show()
plt.hist([1, 2, 2])
plt.show()
print(sorted(os.listdir(".")), "PYTHONPATH" in os.environ, sys.path[0])
`;
const run = (source: string, more = {}) => runner.run({ language: 'python', source, ...more });

describe.skipIf(cannotConfine || !areThere)('programs that use numpy, pandas or matplotlib', () => {
  test('figures are saved when they are shown, and nothing else is left in the folder', async () => {
    // The first starts its own interpreter; later ones continue in one that was started ahead.
    for (let turn = 0; turn < 4; turn += 1)
      expect(await run(plot)).toMatchObject({
        verdict: 'accepted',
        stdout: "['figure-001.png', 'figure-002.png', 'script.py'] False /box\n",
        stderr: '',
      });
  });

  test('each program has its own random numbers', async () => {
    const source = 'import numpy, random\nprint(numpy.random.rand(), random.random())';
    const outputs = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) outputs.add((await run(source)).stdout);
    expect(outputs.size).toBe(5);
  });

  test('a plain program notices nothing of them', async () => {
    await run(plot);
    const source = 'import os, sys\nprint(sorted(sys.modules), sorted(os.environ), sys.path)';
    const started = await run(source);
    const fresh = await run(source, { order: { commandLineArguments: ['one'] } });
    expect(started.stdout).toBe(fresh.stdout);
    expect(started.stdout).not.toMatch(/numpy|matplotlib|VLABS|MPL/);
  });

  test('threads and processes of a program work as in a new interpreter', async () => {
    const source = `import numpy as np
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
def total(n): return int(np.arange(n).sum())
if __name__ == "__main__":
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
        print(list(threads.map(total, [3, 4])), list(processes.map(total, [5])))
`;
    for (let turn = 0; turn < 3; turn += 1)
      expect(await run(source)).toMatchObject({ verdict: 'accepted', stdout: '[3, 6] [10]\n' });
  });

  test('an array beyond the limit of memory ends the program', async () => {
    const source =
      'import numpy as np\nall = [np.ones(10_000_000) for _ in range(100)]\nprint(len(all))';
    expect((await run(source)).verdict).toMatch(/^(?:memory_limit|runtime_error)$/);
  });
});
