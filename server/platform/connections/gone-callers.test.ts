import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { getInstallation } from '@vlabs/contract/auth/auth';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyToErrors } from '../http/error-replies.ts';
import { rememberCallers } from './gone-callers.ts';
import { secure } from '../http/security.ts';
import { answer, serve } from '../http/serve.ts';

const installation = {
  institution: 'a university',
  website: null,
  contactEmail: null,
  registration: 'open' as const,
  registrationProof: 'email' as const,
  sharedIdleMinutes: 30,
  mail: false,
  passkeys: false,
  demoAccounts: [],
  providers: [],
};
const CALL = 'GET /api/v1/installation HTTP/1.1\r\nhost: vlabs.example.edu\r\n\r\n';

let lines: string[] = [];
let received: string[] = [];
let port = 0;
const app = Fastify({ logger: { level: 'error', stream: { write: (line) => lines.push(line) } } });
beforeAll(async () => {
  replyToErrors(app);
  rememberCallers(app);
  await secure(app, []);
  serve(app, getInstallation, async ({ request }) => {
    received.push(request.ip);
    return answer(installation);
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** The status of the next reply, even if the client has disconnected. */
function nextStatus(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  lines = [];
  received = [];
  answered = resolve;
  return promise;
}
let answered: (status: number) => void = () => undefined;
app.addHook('onSend', async (_request, reply) => answered(reply.statusCode));

test('a call that arrived is worked on, and its address known, when the caller has hung up', async () => {
  const status = nextStatus();
  const socket = connect(port, '127.0.0.1');
  const accepted = once(app.server, 'connection');
  await once(socket, 'connect');
  await accepted;
  socket.write(CALL);
  socket.resetAndDestroy();
  expect(await status).toBe(200);
  expect(received).toEqual(['127.0.0.1']);
  expect(lines).toEqual([]);
});

test('a call whose client disconnected early is refused without an error in the log', async () => {
  const status = nextStatus();
  // While this process waits for the other one, it accepts no connections.
  const hangUp = `
    const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
      socket.write(${JSON.stringify(CALL)});
      socket.resetAndDestroy();
    });`;
  expect(spawnSync(process.execPath, ['-e', hangUp]).status).toBe(0);
  expect(await status).toBe(400);
  expect(received).toEqual([]);
  expect(lines).toEqual([]);
});
