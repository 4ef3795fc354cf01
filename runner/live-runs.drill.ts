import { afterAll, describe, expect, test } from 'vitest';
import { startLive } from './testing/live-connection.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';

const runner = await startRunner({ VLABS_RUNNER_LIVE_RUNS: '2' });
afterAll(() => runner.stop());

describe.skipIf(explainSkip(runner))('a program in a terminal', () => {
  test.each([
    ['python', 'name = input("name: ")\nprint("hello", name)'],
    [
      'java',
      'public class Main { public static void main(String[] a) { System.out.print("name: "); System.out.println("hello " + new java.util.Scanner(System.in).nextLine()); } }',
    ],
    [
      'cpp',
      '#include <iostream>\nint main() { std::string s; std::cout << "name: "; std::cin >> s; std::cout << "hello " << s << "\\n"; }',
    ],
  ] as const)(
    'is answered in %s, with the line edited by the terminal',
    async (language, source) => {
      const live = await startLive(runner, { language, source });
      await live.sees(/name: $/);
      live.type('Amarr\u007f\r');
      await live.sees('hello Amar\r\n');
      expect(await live.ending()).toMatchObject({ verdict: 'accepted' });
    },
  );

  test('loses nothing of what it prints before it ends at once', async () => {
    const source = 'print("x" * 50_000 + "end")';
    for (let time = 0; time < 10; time++) {
      const live = await startLive(runner, { language: 'python', source });
      await live.ending();
      expect(live.printedBytes).toBe(50_005);
    }
  });
});
