import { again, call } from '../../server/testing/load/calls.ts';
import { type Activity, type Scene } from './attack.ts';

const FOUR_MB = 4 * 1024 * 1024;
const DEEP = 200_000;
const FILES = '/v1/storage/buckets/submissions/files';

const fill = (item: string): string =>
  `[${item}${`,${item}`.repeat(FOUR_MB / (item.length + 1) - 2)}]`;

/** Each is sent to public endpoints and to endpoints for students. */
const BODIES: readonly (() => string)[] = [
  () => fill('0'),
  () => fill('""'),
  () => fill('{}'),
  () => fill('"\\u0000"'),
  () => '['.repeat(DEEP) + ']'.repeat(DEEP),
  () => '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
  () => `{"id":${'9'.repeat(100_000)},"password":1e400}`,
  () => `{"__proto__":{"role":1},"constructor":{"prototype":{"role":1}},"id":"x"}`,
  () => `{"id":${JSON.stringify('x,'.repeat(500_000))},"password":"y"}`,
  () => `{"id":"x","id":["y"],"password":null}`,
  () => '\ud800"{',
  () => 'null',
  () => JSON.stringify({ source_code: ' '.repeat(1_000_000), language_id: '71', stdin: [] }),
  () => JSON.stringify({ text: '\u0000', baseRevision: -1, device: {}, assignment: '../..' }),
];

const OPEN_PLACES = ['/api/v1/auth/login', '/api/v1/auth/register'];
const STUDENT_PLACES = ['/judge0/submissions', '/judge0/submissions/batch', '/api/v1/notices/read'];

export const hostileBodies: Activity = {
  name: 'hostile bodies',
  people: 2,
  run: async (scene) => {
    let turn = 0;
    const [person] = scene.people;
    await again(scene.over, 400, async () => {
      const body = BODIES[turn % BODIES.length]?.() ?? '';
      const places = turn % 2 === 0 ? OPEN_PLACES : STUDENT_PLACES;
      const path = places[Math.floor(turn / BODIES.length) % places.length] ?? '/';
      turn += 1;
      await call(scene, 'POST', path, { body, person: turn % 2 === 0 ? (person ?? null) : null });
      if (turn % 3 === 0) await sendOddForm(scene, turn);
      if (turn % 5 === 0) await sendLongHeaders(scene);
      if (turn % 7 === 0)
        await call(scene, 'PUT', '/api/v1/programs/drafts/71', { body, person: person ?? null });
    });
  },
};

/** Forms that are truncated, unnamed, or without an end boundary. */
async function sendOddForm(scene: Scene, turn: number): Promise<void> {
  const [person] = scene.people;
  const part = 'content-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx';
  const bodies = [
    `--b\r\n${part}`,
    `--b\r\n${part}\r\n--b--\r\n`,
    '--b\r\n'.repeat(100_000),
    `--b\r\ncontent-disposition: form-data; name="${'n'.repeat(100_000)}"\r\n\r\nx\r\n--b--`,
    `--b\r\ncontent-disposition: form-data; name="fileId"\r\n\r\n${'../'.repeat(1000)}\r\n--b--`,
    'no form at all',
  ];
  await call(scene, 'POST', FILES, {
    person: person ?? null,
    body: bodies[turn % bodies.length],
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
}

async function sendLongHeaders(scene: Scene): Promise<void> {
  const path = '/api/v1/installation';
  const many = Array.from({ length: 1500 }, (_, index) => [`x-${index}`, '1'] as const);
  await call(scene, 'GET', path, { headers: { 'x-long': 'y'.repeat(30_000) } });
  await call(scene, 'GET', path, { headers: Object.fromEntries(many) });
  await call(scene, 'GET', path, { headers: { authorization: 'z'.repeat(8000) } });
}
