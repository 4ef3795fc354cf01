import { describe, expect, test } from 'vitest';
import { HANG_MS } from '../../../runner/testing/patience.ts';
import { type RealRunner, startRealRunner } from '../../testing/peers/real-runner.ts';
import { setUpRealRunners } from './real-runner.setup.ts';

const runners: RealRunner[] = [await startRealRunner()];
const { server, refusal, post, read } = setUpRealRunners(runners);

/** Includes itself twice at each of 26 levels. */
const slowInC = `#if __INCLUDE_LEVEL__ < 26
#include __FILE__
#include __FILE__
#endif
#if __INCLUDE_LEVEL__ == 0
int main(void) { return 0; }
#endif`;

/** Each call doubles the size of the result type. */
const slowInJava = `public class Main {
  static <T> java.util.Map<T, T> d(T t) { return null; }
  public static void main(String[] a) { var x = ${'d('.repeat(24)}1${')'.repeat(24)}; }
}`;

describe.skipIf(refusal !== null)('on a real runner', () => {
  const sums: [string, number, string][] = [
    ['C', 50, '#include <stdio.h>\nint main(){int a,b;scanf("%d %d",&a,&b);printf("%d\\n",a+b);}'],
    ['C++', 54, '#include <iostream>\nint main(){int a,b;std::cin>>a>>b;std::cout<<a+b<<"\\n";}'],
    [
      'Java',
      62,
      'import java.util.*;\npublic class Main{public static void main(String[] x){Scanner s=new Scanner(System.in);System.out.println(s.nextInt()+s.nextInt());}}',
    ],
    ['Python', 71, 'a, b = map(int, input().split())\nprint(a + b)'],
  ];
  test.each(sums)('a %s program reads its input and is accepted', async (_name, id, source) => {
    const run = await post({
      source_code: source,
      language_id: id,
      stdin: '19 23',
      expected_output: '42',
    });
    expect(run).toMatchObject({
      stdout: '42\n',
      stderr: null,
      status: { id: 3, description: 'Accepted' },
      time: expect.stringMatching(/^\d+\.\d+$/),
      memory: expect.any(Number),
    });
  });

  const slow: [string, number, string][] = [
    ['C', 50, slowInC],
    ['C++', 54, slowInC],
    ['Java', 62, slowInJava],
  ];
  test.each(slow)(
    'a %s program that compiles for long is ended after one try',
    async (_name, id, source) => {
      const run = await post({ source_code: source, language_id: id });
      // A compiler that the machine kept waiting ends as a fault of ours.
      expect([run.compile_output, run.message]).toContainEqual(
        expect.stringMatching(/Compilation (?:time|memory) limit exceeded\.|too busy/),
      );
      expect(run.status.id).toBeOneOf([6, 13]);
      const { rows } = await server.pool.query('select tries from runs where token = $1', [
        run.token,
      ]);
      expect(rows).toEqual([{ tries: 0 }]);
    },
    5 * HANG_MS,
  );

  test('a runner that is killed in the middle loses no run', async () => {
    const source = 'import time; time.sleep(5); print("done")';
    const { token } = await post({ source_code: source, language_id: 71 }, '');
    while ((await read(token, '')).phase !== 'running');
    const [first] = runners.splice(0);
    await first?.kill();
    runners.push(await startRealRunner());
    expect(await read(token, '?wait=true')).toMatchObject({ stdout: 'done\n', status: { id: 3 } });
  });
});
