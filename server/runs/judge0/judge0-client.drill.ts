import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startRealRunner } from '../../testing/peers/real-runner.ts';
import { encode, setUpClient } from './judge0-client.setup.ts';

const { refusal, call, poll } = setUpClient(await startRealRunner());

describe.skipIf(refusal !== null)('with real programs', () => {
  test('one program in each language of its choice is run and polled for', async () => {
    const programs: [number, string][] = [
      [50, '#include <stdio.h>\nint main(){int a;scanf("%d",&a);printf("%d\\n",a*2);}'],
      [52, '#include <iostream>\nint main(){int a;std::cin>>a;std::cout<<a*2<<"\\n";}'],
      [
        62,
        'public class Main{public static void main(String[] x){System.out.println(new java.util.Scanner(System.in).nextInt()*2);}}',
      ],
      [71, 'print(int(input()) * 2)'],
    ];
    const submissions = programs.map(([language_id, source]) => ({
      language_id,
      source_code: encode(source),
      stdin: encode('21'),
      expected_output: encode('42'),
      number_of_runs: null,
      cpu_time_limit: null,
      redirect_stderr_to_stdout: null,
    }));
    const Made = z.array(z.object({ token: z.uuid() }));
    const made = Made.parse(
      await call('POST', '/submissions/batch?base64_encoded=true', { submissions }),
    );
    const ended = await poll(made.map(({ token }) => token));
    expect(ended.map(({ status, stdout }) => [status.id, stdout])).toEqual(
      programs.map(() => [3, '42\n']),
    );
  });
});
