import { expect, test } from 'vitest';
import { makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { makeTestApp } from '../../testing/test-app.ts';

test('a run that never ends is tried again, even if its runner goes on saying that it runs', async () => {
  const hung = new ScriptedRunner();
  await hung.start();
  const server = await makeTestApp({ runners: () => [hung.address], longestRunMs: 1000 });
  const { headers } = await makeStudent(server.pool);
  let timer: NodeJS.Timeout | undefined;
  hung.script = ({ say, finish }) => {
    if (hung.orders.length > 1) return finish();
    say({ event: 'running' });
    timer = setInterval(() => say({ event: 'running', again: true }), 100);
  };
  const reply = await server.app.inject({
    method: 'POST',
    url: '/judge0/submissions?wait=true',
    headers,
    payload: { source_code: 'print(1)', language_id: 71 },
  });
  clearInterval(timer);
  expect(reply.json().status.id).toBe(3);
  expect(hung.orders).toHaveLength(2);
  await server.close();
  await hung.stop();
});
