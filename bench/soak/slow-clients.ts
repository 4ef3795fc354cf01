import { again, pause } from '../../server/testing/load/calls.ts';
import { type Activity, openSocket, type Scene } from './attack.ts';

const HEAD = 'GET /api/v1/installation HTTP/1.1\r\nhost: vlabs\r\nx-slow: ';
const BODY =
  'POST /api/v1/auth/login HTTP/1.1\r\nhost: vlabs\r\ncontent-type: application/json\r\n' +
  'content-length: 900\r\n\r\n{"id":"';
const ASK_FOR_MUCH = 'GET /docs/json HTTP/1.1\r\nhost: vlabs\r\n\r\n'.repeat(20);
const OF_EACH = 40;
const SILENT = 200;

/** One byte per second: in the header, in the body, and when reading the reply. */
export const slowClients: Activity = {
  name: 'slow clients',
  people: 0,
  run: async (scene) => {
    const each = Array.from({ length: OF_EACH });
    await Promise.all([
      ...each.map(() => again(scene.over, 1000, () => trickle(scene, HEAD))),
      ...each.map(() => again(scene.over, 1000, () => trickle(scene, BODY))),
      ...each.map(() => again(scene.over, 1000, () => readSlowly(scene))),
    ]);
  },
};

async function trickle(scene: Scene, beginning: string): Promise<void> {
  const socket = openSocket(scene);
  socket.resume();
  socket.write(beginning);
  while (!socket.destroyed && !scene.over.aborted) {
    await pause(scene.over, 1000);
    if (!socket.destroyed) socket.write('a');
  }
  if (!scene.over.aborted) scene.note('trickle ended');
}

/** Reads only one byte at a time. Writing shows whether the other side has closed. */
async function readSlowly(scene: Scene): Promise<void> {
  const socket = openSocket(scene);
  socket.write(ASK_FOR_MUCH);
  for (let second = 0; !socket.destroyed && !scene.over.aborted && second < 120; second += 1) {
    await pause(scene.over, 1000);
    socket.read(1);
  }
  socket.destroy();
  if (!scene.over.aborted) scene.note('slow reader ended');
}

/** Connections that fall silent, and connections that are cut during a request. */
export const halfOpen: Activity = {
  name: 'half-open connections',
  people: 0,
  run: async (scene) => {
    const silent = Array.from({ length: SILENT });
    await Promise.all([
      ...silent.map(() => again(scene.over, 1000, () => waitForEnd(scene))),
      again(scene.over, 250, () => cutInTheMiddle(scene)),
    ]);
  },
};

function waitForEnd(scene: Scene): Promise<void> {
  const socket = openSocket(scene, { allowHalfOpen: true });
  return new Promise((resolve) => {
    socket.resume().once('end', () => {
      scene.note('silent one ended');
      socket.destroy();
    });
    socket.once('close', () => resolve());
  });
}

async function cutInTheMiddle(scene: Scene): Promise<void> {
  const sockets = [HEAD, BODY, ASK_FOR_MUCH].map((text) => {
    const socket = openSocket(scene);
    socket.once('connect', () => socket.write(text));
    return socket;
  });
  await pause(scene.over, 100);
  for (const socket of sockets) socket.resetAndDestroy();
  scene.note('cut');
}
