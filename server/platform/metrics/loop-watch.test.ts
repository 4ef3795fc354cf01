import Fastify from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { LoopWatch, watchRequests } from './loop-watch.ts';

/**
 * A watch and its first line that names some work; a busy machine may block the loop at other times
 * too.
 */
function startWatch() {
  const { promise: reported, resolve } = Promise.withResolvers<string>();
  const write = (line: string) => {
    if (!line.includes('"underWay":[]')) resolve(line);
  };
  const loop = new LoopWatch(pino({ level: 'warn' }, { write }));
  onTestFinished(() => loop.stop());
  return { loop, reported };
}

function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('blocking the event loop is logged with the request in progress, and measured', async () => {
  const { loop, reported } = startWatch();
  const registry = new Registry();
  const app = Fastify({ genReqId: () => 'the-request' });
  watchRequests(app, registry, loop);
  app.get('/slow/:secret', async () => {
    hold(500);
    return {};
  });
  await app.inject('/slow/of-a-student');
  const line = JSON.parse(await reported);
  expect(line).toMatchObject({
    msg: 'The event loop was blocked.',
    underWay: [{ request: 'GET /slow/:secret', id: 'the-request' }],
  });
  expect(line.heldMs).toBeGreaterThan(250);
  expect(JSON.stringify(line)).not.toContain('of-a-student');
  expect(await registry.metrics()).toMatch(/event_loop_held_seconds_count [1-9]/);
});

test('a job that holds the event loop is named, and one that has ended long ago is not', async () => {
  const { loop, reported } = startWatch();
  loop.begin({ kind: 'job', name: 'ended', id: '1' })();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const end = loop.begin({ kind: 'job', name: 'test-hand-in', id: '2' });
  hold(500);
  end();
  expect(JSON.parse(await reported).underWay).toMatchObject([{ job: 'test-hand-in', id: '2' }]);
});
