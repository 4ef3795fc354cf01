import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
} from '@vlabs/contract/runs/languages';
import { randomUUID } from 'node:crypto';
import { listDrafts } from '@vlabs/contract/programs/programs';
import { LIVE_RUNS_PATH } from '@vlabs/contract/runs/live-runs';
import type { Person } from '../../server/testing/load/people.ts';
import { again, call, pause } from '../../server/testing/load/calls.ts';
import { type Activity, type Scene } from './attack.ts';
import { noteVerdict } from './verdicts.ts';

const PROGRAMS: readonly (readonly [number, string])[] = [
  [LANGUAGE_C, '#include <stdio.h>\nint main(void) { puts("c"); }\n// '],
  [LANGUAGE_CPP, '#include <iostream>\nint main() { std::cout << "c++\\n"; }\n// '],
  [
    LANGUAGE_JAVA,
    'public class Main { public static void main(String[] a) { System.out.println("java"); } }\n// ',
  ],
  [LANGUAGE_PYTHON, 'print("python")\n# '],
];
const ASKS = 'print("hello", input("name? "))\n';
const LISTS = [
  '/api/v1/auth/getallassignments',
  '/api/v1/auth/getQuizData',
  '/api/v1/notices',
  '/api/v1/programs/drafts',
  '/api/v1/programs/versions?languageId=71',
  '/judge0/submissions?per_page=20',
  '/',
];
const TERMINAL_MS = 8000;

/** What a class does in the Workspace during a test, at human speed. */
export const students: Activity = {
  name: 'students at work',
  people: 12,
  run: async (scene) => {
    await Promise.all(scene.people.map((person, index) => work(scene, person, index)));
  },
};

async function work(scene: Scene, person: Person, index: number): Promise<void> {
  let turn = index;
  const device = randomUUID();
  const revisions = new Map<number, number>();
  await pause(scene.over, index * 700);
  const drafts = await call(scene, 'GET', '/api/v1/programs/drafts', { person });
  if (drafts.status === 200) {
    for (const { part, revision } of listDrafts.reply.parse(JSON.parse(drafts.text)).data)
      revisions.set(Number(part), revision);
  }
  await again(scene.over, 4000, async () => {
    const [languageId, source] = PROGRAMS[turn++ % PROGRAMS.length] ?? [LANGUAGE_C, ''];
    const text = `${source}${randomUUID()}\n`;
    const draft = { assignment: '', text, baseRevision: revisions.get(languageId) ?? 0, device };
    const path = `/api/v1/programs/drafts/${languageId}`;
    const kept = await call(scene, 'PUT', path, { person, body: draft });
    if (kept.status === 200) revisions.set(languageId, JSON.parse(kept.text).data.revision);
    await noteVerdict(scene, person, { source_code: text, language_id: languageId });
    const list = LISTS[turn % LISTS.length] ?? '/';
    await call(scene, 'GET', list, { person });
    if (turn % 5 === 0) await handIn(scene, person, text);
    if (turn % 4 === 0) await answerInTerminal(scene, person);
  });
}

const handIn = ({ assignmentId, ...scene }: Scene, person: Person, source: string) =>
  call(scene, 'POST', `/api/v1/assignments/${assignmentId}/hand-ins`, {
    person,
    body: { kind: 'program', language: LANGUAGE_C, source },
  });

/** A program asks, is answered, and ends. */
export function answerInTerminal(
  { url, over, note }: Scene,
  { token }: Person,
  source = ASKS,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_RUNS_PATH}`);
  socket.binaryType = 'arraybuffer';
  const say = (message: object): void => socket.send(JSON.stringify(message));
  const window = { columns: 80, rows: 24 };
  socket.addEventListener('open', () =>
    say({ message: 'start', token, languageId: LANGUAGE_PYTHON, source, window }),
  );
  let received = 'silent';
  socket.addEventListener('message', ({ data }) => {
    if (data instanceof ArrayBuffer) {
      say({ message: 'shown', bytes: data.byteLength });
      if (received !== 'answered') say({ message: 'input', text: 'Ada\n' });
      received = 'answered';
    } else if (String(data).includes('refused')) received = 'refused';
    else if (String(data).includes('finished') && received === 'answered') received = 'finished';
  });
  const end = (): void => socket.close();
  const timer = setTimeout(end, TERMINAL_MS);
  over.addEventListener('abort', end, { once: true });
  socket.addEventListener('close', () => {
    clearTimeout(timer);
    over.removeEventListener('abort', end);
    note(`terminal ${received}`);
    resolve();
  });
  return promise;
}
