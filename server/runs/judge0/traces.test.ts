import { gunzipSync } from 'node:zlib';
import { readTrace } from '@vlabs/contract/runs/trace/read-trace';
import { replay } from '@vlabs/contract/runs/trace/replay';
import { describe, expect, test } from 'vitest';
import { makeStudent } from '../../testing/acts/make.ts';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { setUpRealRunners } from '../dispatching/real-runner.setup.ts';

const runner = await useSharedRunner();
const { server, refusal, post, read } = setUpRealRunners([runner]);

const program = {
  language_id: 71,
  source_code: 'x = int(input())\nprint(x + 1)',
  stdin: '4',
  trace: true,
};
const tracesOf = (base64: string) => {
  const trace = readTrace(gunzipSync(Buffer.from(base64, 'base64')).toString('utf8'));
  if (!trace) throw new Error('This is no trace.');
  return replay(trace);
};

test('a trace is made for one input, not for several, and compares nothing', async () => {
  expect(await post({ ...program, expected_output: '5' })).toEqual({
    trace: ['cannot be set together with expected_output'],
  });
  expect(await post({ ...program, stdin: null, inputs: [{ stdin: '1' }] })).toEqual({
    trace: ['cannot be set together with inputs'],
  });
});

describe.skipIf(refusal !== null)('on a real runner', () => {
  test('a program is run with its trace in place of its output', async () => {
    const run = await post(program, '?wait=true&fields=token,trace,stdout,status');
    expect(run).toMatchObject({ stdout: null, status: { id: 3 } });
    const { snapshots, output, end } = tracesOf(run.trace);
    expect(snapshots.map(({ line }) => line)).toEqual([1, 2, 2]);
    expect(snapshots.at(-1)?.frames[0]?.variables).toEqual([['x', 4]]);
    expect(output).toEqual([{ text: '5\n', isError: false }]);
    expect(end).toEqual({ end: 'exit', code: 0 });
    expect(await read(run.token, '?fields=trace')).toEqual({ trace: run.trace });
  });

  test.each([
    ['import sys\nsys.exit(3)', { id: 11 }, 3, 'Exited with error status 3'],
    ['x = 1 / 0', { id: 11 }, 1, 'ZeroDivisionError: division by zero'],
    ['import os\nos.abort()', { id: 10 }, null, 'Caught fatal signal 6'],
  ])('%j has the status with which it ended', async (source_code, status, exit_code, message) => {
    const run = await post({ ...program, source_code }, '?wait=true&fields=*');
    expect(run).toMatchObject({ status, exit_code, message, trace: expect.any(String) });
  });

  test('a program in C has its own status, not that of its tracer', async () => {
    const source_code = '#include <stdlib.h>\nint main(void) {\n  abort();\n}\n';
    const asked = { ...program, language_id: 50, source_code };
    const run = await post(asked, '?wait=true&fields=status,trace');
    expect(run).toEqual({
      status: { id: 10, description: 'Runtime Error (SIGABRT)' },
      trace: expect.any(String),
    });
  });

  test('a program that does not start has its errors, and no trace', async () => {
    const run = await post({ ...program, source_code: 'x = (' }, '?wait=true&fields=*');
    expect(run).toMatchObject({ trace: null, status: { id: 11 } });
    expect(run.stderr).toContain('SyntaxError');
    expect(run.diagnostics).toMatchObject([{ line: 1 }]);
  });

  test('others do not see a trace', async () => {
    const { token } = await post(program, '?wait=true&fields=token');
    const { headers } = await makeStudent(server.pool);
    const reply = await server.app.inject({ url: `/judge0/submissions/${token}`, headers });
    expect(reply.statusCode).toBe(404);
  });

  test('the languages that can be traced are listed as such', async () => {
    const { headers } = await makeStudent(server.pool);
    const reply = await server.app.inject({ url: '/judge0/languages', headers });
    expect(reply.json()).toContainEqual({
      id: 71,
      name: expect.stringMatching(/^Python/),
      tracer: { fault: null },
    });
  });
});
