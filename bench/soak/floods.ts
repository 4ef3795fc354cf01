import { LANGUAGE_PYTHON } from '@vlabs/contract/runs/languages';
import { randomUUID } from 'node:crypto';
import { LIVE_RUNS_PATH } from '@vlabs/contract/runs/live-runs';
import { Run } from '@vlabs/contract/runs/runs';
import type { Person } from '../../server/testing/load/people.ts';
import { again, call, pause } from '../../server/testing/load/calls.ts';
import { type Activity, openSocket, type Scene } from './attack.ts';
import { answerInTerminal } from './students.ts';
import { noteVerdict } from './verdicts.ts';

const MORE_THAN_ALLOWED = 60;
const PRINTS_FOR_EVER = 'while True: print("x" * 65536)\n';
const SLEEPS = 'import time\ntime.sleep(4)\n';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** More event streams than a user may have, opened and closed repeatedly. */
export const eventStreams: Activity = {
  name: 'floods of events',
  people: 2,
  run: async (scene) => {
    const paths = [
      `/api/v1/auth/quiz/${scene.quizId}/events`,
      `/api/v1/notices/events?since=${new Date().toISOString()}`,
    ];
    await again(scene.over, 1000, async () => {
      const round = { ...scene, over: AbortSignal.any([scene.over, AbortSignal.timeout(8000)]) };
      await Promise.all(
        scene.people.flatMap((person, index) =>
          times(MORE_THAN_ALLOWED).map(() =>
            call(round, 'GET', paths[index % paths.length] ?? '/', { person }),
          ),
        ),
      );
      scene.note('round');
    });
  },
};

/** Far more long polls for one run than are allowed. */
export const longPolls: Activity = {
  name: 'floods of long polls',
  people: 2,
  run: async (scene) => {
    await Promise.all(
      scene.people.map((person) => again(scene.over, 3000, () => poll(scene, person))),
    );
  },
};

async function poll(scene: Scene, person: Person): Promise<void> {
  const body = { source_code: SLEEPS, language_id: LANGUAGE_PYTHON };
  const made = await call(scene, 'POST', '/judge0/submissions', { person, body });
  if (made.status !== 201) return pause(scene.over, 5000);
  const { token = '' } = Run.parse(JSON.parse(made.text));
  const path = `/judge0/submissions/${token}?wait=true`;
  await Promise.all(times(MORE_THAN_ALLOWED).map(() => call(scene, 'GET', path, { person })));
}

/** Endless output in runs and terminals, and terminals that send but never read. */
export const outputs: Activity = {
  name: 'floods of output',
  people: 4,
  run: async (scene) => {
    const [first, second, third] = scene.people;
    if (!first || !second || !third) throw new Error('There are too few accounts.');
    const source = { source_code: PRINTS_FOR_EVER, language_id: LANGUAGE_PYTHON };
    await Promise.all([
      again(scene.over, 3000, () => noteVerdict(scene, first, source)),
      again(scene.over, 5000, () => answerInTerminal(scene, second, PRINTS_FOR_EVER)),
      again(scene.over, 5000, () => speakWithoutListening(scene, third)),
      again(scene.over, 2000, () => knockAtTerminals(scene)),
    ]);
  },
};

const OPEN =
  `GET ${LIVE_RUNS_PATH} HTTP/1.1\r\nhost: vlabs\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
  'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A text message under 64 KB, masked with zeros. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, text]);
}

async function speakWithoutListening(scene: Scene, { token }: Person): Promise<void> {
  const socket = openSocket(scene);
  socket.write(OPEN);
  const window = { columns: 80, rows: 24 };
  const start = { message: 'start', token, languageId: LANGUAGE_PYTHON, source: SLEEPS, window };
  socket.write(frame(start));
  const much = Buffer.concat(
    times(200).map(() => frame({ message: 'input', text: 'y'.repeat(300) })),
  );
  for (let round = 0; !socket.destroyed && round < 100 && !scene.over.aborted; round += 1) {
    socket.write(much);
    await pause(scene.over, 50);
  }
  socket.destroy();
  scene.note('spoke without listening');
}

/** Open WebSockets that never authenticate. */
async function knockAtTerminals(scene: Scene): Promise<void> {
  const sockets = times(50).map(() => openSocket(scene));
  for (const socket of sockets) socket.resume().write(OPEN);
  await pause(scene.over, 3000);
  for (const socket of sockets) socket.destroy();
  scene.note('knocked');
}

/** Guessed passwords and invented accounts. */
export const guesses: Activity = {
  name: 'guesses and registrations',
  people: 0,
  run: async (scene) => {
    const guess = () =>
      call(scene, 'POST', '/api/v1/auth/login', {
        body: { id: `G${randomUUID().slice(0, 12)}`, password: 'not the password' },
      });
    const register = () => {
      const id = `G${randomUUID().slice(0, 12)}`;
      const body = { id, name: 'Nobody', email: `${id}@example.edu`, password: randomUUID() };
      return call(scene, 'POST', '/api/v1/auth/register', { body });
    };
    await Promise.all([
      ...times(8).map(() => again(scene.over, 500, guess)),
      ...times(2).map(() => again(scene.over, 1000, register)),
    ]);
  },
};
