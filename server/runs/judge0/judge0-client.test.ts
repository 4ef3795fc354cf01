import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { Submission, encode, setUpClient } from './judge0-client.setup.ts';

const { refusal, call, poll } = setUpClient(await useSharedRunner());

/** The client rejects a configuration that lacks any of these. */
const CONFIGURATION = {
  boolean: `maintenance_mode enable_wait_result enable_compiler_options enable_command_line_arguments
    enable_submission_delete enable_callbacks enable_additional_files
    enable_per_process_and_thread_time_limit allow_enable_per_process_and_thread_time_limit
    enable_per_process_and_thread_memory_limit allow_enable_per_process_and_thread_memory_limit
    redirect_stderr_to_stdout enable_batched_submissions use_docs_as_homepage allow_enable_network
    enable_network`,
  number: `callbacks_max_tries callbacks_timeout max_queue_size cpu_time_limit max_cpu_time_limit
    cpu_extra_time max_cpu_extra_time wall_time_limit max_wall_time_limit memory_limit
    max_memory_limit stack_limit max_stack_limit max_processes_and_or_threads
    max_max_processes_and_or_threads max_file_size max_max_file_size number_of_runs
    max_number_of_runs max_extract_size max_submission_batch_size submission_cache_duration`,
};

test('it is made from the languages, the configuration and the version', async () => {
  const languages = z.array(z.object({ id: z.int(), name: z.string() }));
  languages.parse(await call('GET', '/languages'));
  const configuration = await call('GET', '/config_info');
  for (const [type, names] of Object.entries(CONFIGURATION)) {
    const wrong = names.split(/\s+/).filter((name) => typeof configuration[name] !== type);
    expect(wrong).toEqual([]);
  }
  expect(configuration.allowed_languages_for_compile_options).toEqual([]);
  expect((await call('GET', '/about')).version).toBe('1.13.1');
});

describe.skipIf(refusal !== null)('with real programs', () => {
  test('one submission is made, read alone and shows every field', async () => {
    const body = { language_id: 71, source_code: encode('import sys; sys.exit(4)') };
    const { token } = await call('POST', '/submissions?base64_encoded=true', body);
    const [ended] = await poll([token]);
    expect(ended).toMatchObject({ exit_code: 4, status: { id: 11 } });
    const alone = await call('GET', `/submissions/${token}?base64_encoded=true&fields=*`);
    expect(Submission.parse(alone)).toEqual(ended);
  });

  test('a program is compiled once and run on each input, with the results in order', async () => {
    const run = await call('POST', '/submissions?wait=true&fields=*', {
      language_id: 50,
      source_code: '#include <stdio.h>\nint main(){int a;scanf("%d",&a);printf("%d\\n",10/a);}',
      inputs: [
        { name: 'one', stdin: '1', expected_output: '10' },
        { name: 'two', stdin: '2', expected_output: '4' },
        { name: 'none', stdin: '0', expected_output: '' },
        { stdin: '5' },
      ],
    });
    expect(run).toMatchObject({
      status: { id: 4 },
      verdict: 'wrong_answer',
      stdout: '5\n',
      results: [
        { name: 'one', verdict: 'accepted', stdout: '10\n', exit_code: 0 },
        { name: 'two', verdict: 'wrong_answer', stdout: '5\n', status: { id: 4 } },
        { name: 'none', verdict: 'runtime_error', exit_signal: 8, status: { id: 9 } },
        { name: null, verdict: 'accepted', stdout: '2\n', time: expect.any(String) },
      ],
    });
  });

  test('a program that is to be run three times is, and its times are averaged', async () => {
    const source_code = 'import os; print(os.getpid())';
    const body = { language_id: 71, source_code, number_of_runs: 3 };
    expect(await call('POST', '/submissions?wait=true&fields=*', body)).toMatchObject({
      number_of_runs: 3,
      status: { id: 3 },
      time: expect.stringMatching(/^0\.\d+$/),
    });
  });

  test('the traceback of a Python program leads to its line', async () => {
    const body = { language_id: 71, source_code: 'def f():\n    return 1 / 0\n\nf()\n' };
    const { diagnostics } = await call('POST', '/submissions?wait=true', body);
    expect(diagnostics).toEqual([
      { line: 2, column: 14, severity: 'error', text: 'ZeroDivisionError: division by zero' },
    ]);
  });
});
