import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { setUpRealRunners } from './real-runner.setup.ts';

const runner = await useSharedRunner();
const { server, refusal, student, post, read } = setUpRealRunners([runner]);

const BUSY_LOOP = { language_id: 71, source_code: 'while True: pass' };

describe.skipIf(refusal !== null)('on a real runner', () => {
  test('an output that is not the expected one is a wrong answer', async () => {
    const run = await post({ source_code: 'print(1)', language_id: 71, expected_output: '2' });
    expect(run).toMatchObject({ stdout: '1\n', status: { id: 4 }, verdict: 'wrong_answer' });
  });

  test('a compile error shows what the compiler said, and nothing of a program', async () => {
    const run = await post({ source_code: 'int main() { return x; }', language_id: 54 });
    expect(run).toMatchObject({ status: { id: 6 }, stdout: null, time: null, memory: null });
    expect(run.compile_output).toContain('error');
  });

  test('a segmentation fault, an exit code and a time limit have their own statuses', async () => {
    const fault = { source_code: 'int main(){ *(volatile int*)0 = 1; }', language_id: 50 };
    expect(await post(fault, '?wait=true&fields=status,exit_signal')).toEqual({
      status: { id: 7, description: 'Runtime Error (SIGSEGV)' },
      exit_signal: 11,
    });
    const exit = { source_code: 'import sys; sys.exit(3)', language_id: 71 };
    expect(await post(exit, '?wait=true&fields=status,exit_code,message')).toEqual({
      status: { id: 11, description: 'Runtime Error (NZEC)' },
      exit_code: 3,
      message: 'Exited with error status 3',
    });
    const late = await post({ ...BUSY_LOOP, cpu_time_limit: 0.2, cpu_extra_time: 0 });
    expect(late).toMatchObject({ status: { id: 5 }, verdict: 'time_limit' });
  });

  test('each input is judged by its own rule, and the first wrong one decides', async () => {
    const near = { comparison: 'numbers', tolerance: 0.01, tolerance_is: 'absolute' };
    const expected_output = '0.30';
    const run = await post({
      source_code: 'print(0.31, " ")',
      language_id: 71,
      inputs: [
        { expected_output: '0.31  ', comparison: 'ignoring-space' },
        { expected_output, ...near },
        { expected_output },
        { expected_output: '0.31', comparison: 'exact' },
        { expected_output: '0.31' },
      ],
    });
    expect(run.verdict).toBe('wrong_answer');
    expect(run.results).toMatchObject([
      { verdict: 'accepted' },
      { verdict: 'accepted' },
      { verdict: 'wrong_answer' },
      { verdict: 'wrong_answer' },
      { verdict: 'accepted' },
    ]);
  });

  test('a program that is stopped ends long before its limit, and keeps what it printed', async () => {
    const source_code = 'print("begun", flush=True)\nimport time\ntime.sleep(600)';
    let givenMs = 0;
    const runAndStop = async () => {
      const { token } = await post({ language_id: 71, source_code }, '');
      while ((await read(token, '')).phase !== 'running');
      // The program's output isn't visible until it ends, so each attempt allows more time.
      await delay((givenMs += 250));
      const url = `/api/v1/runs/${token}/stop`;
      await server.app.inject({ method: 'POST', url, headers: student.headers });
      return read(token, '?wait=true&fields=status,message,stdout,time');
    };
    // A program that reaches its limit has a different status.
    await expect.poll(runAndStop).toEqual({
      status: { id: 12, description: 'Runtime Error (Other)' },
      message: 'Stopped',
      stdout: 'begun\n',
      time: expect.stringMatching(/^\d+\.\d+$/),
    });
  });
});
