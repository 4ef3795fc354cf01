import { gunzipSync } from 'node:zlib';
import { readTrace } from '@vlabs/contract/runs/trace/read-trace';
import { describe, expect, test } from 'vitest';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { updateExample } from './examples.queries.ts';
import { keyOf } from './examples.service.ts';
import { setUpRealRunners } from '../dispatching/real-runner.setup.ts';

const runner = await useSharedRunner();
const { server, refusal } = setUpRealRunners([runner]);

const example = (source: string, stdin = '') => ({ language: 'python', source, stdin });

async function save(assignment: string): Promise<void> {
  const { headers } = await makeAdmin(server.pool);
  const url = '/api/v1/auth/create-assignment';
  const reply = await server.app.inject({ method: 'POST', url, headers, payload: { assignment } });
  expect(reply.statusCode).toBe(201);
}

async function find(payload: object) {
  const { headers } = await makeStudent(server.pool);
  const url = '/api/v1/stepped-examples';
  return server.app.inject({ method: 'POST', url, headers, payload });
}

const whenMade = (payload: object) =>
  expect.poll(async () => (await find(payload)).json().data?.isMade, { timeout: 60_000 });

test('what no teacher saved in a text is not traced', async () => {
  expect((await find(example('print("mine")'))).statusCode).toBe(404);
});

describe.skipIf(refusal !== null)('on a real runner', () => {
  test('an example is traced when its assignment is saved, and everybody steps through it', async () => {
    const source = 'x = int(input())\nprint(x + 1)';
    await save(`Look:\n\`\`\`python step 4\n${source}\n\`\`\`\n`);
    const asked = example(source, '4\n');
    await whenMade(asked).toBe(true);
    const { trace, fault } = (await find(asked)).json().data;
    expect(fault).toBeNull();
    const read = readTrace(gunzipSync(Buffer.from(trace, 'base64')).toString('utf8'));
    expect(read?.steps.map(({ o }) => o)).toContain('5\n');
  });

  test('an example that does not start says why', async () => {
    await save('```python step\nx = (\n```\n');
    await whenMade(example('x = (')).toBe(true);
    expect((await find(example('x = ('))).json().data).toMatchObject({
      trace: null,
      fault: expect.stringContaining('SyntaxError'),
    });
  });

  test('an example that has no trace is traced again when its text is saved again', async () => {
    const text = '```python step\nprint("again")\n```\n';
    const asked = example('print("again")');
    await save(text);
    await whenMade(asked).toBe(true);
    const failed = {
      key: keyOf({ ...asked, language: 'python' }),
      trace: null,
      fault: 'No Python',
    };
    await updateExample(server.pool, failed);
    expect((await find(asked)).json().data).toMatchObject({ trace: null, fault: 'No Python' });
    await save(text);
    await expect
      .poll(async () => (await find(asked)).json().data.fault, { timeout: 60_000 })
      .toBeNull();
    expect((await find(asked)).json().data.trace).not.toBeNull();
  });
});
