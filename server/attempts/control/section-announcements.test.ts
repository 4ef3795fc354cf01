import { beforeAll, expect, test } from 'vitest';
import { joinClass, makeStaff } from '../../testing/acts/make-class.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { type TwoClasses, makeTwoClasses } from '../../testing/acts/make-two-classes.ts';
import type { MadePerson } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { setUpServer } from '../../testing/server.setup.ts';

let listening: string;
let made: TwoClasses;
let quizId: string;

const server = setUpServer();
beforeAll(async () => {
  listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
  made = await makeTwoClasses(server.pool);
  const settings = {
    scoreOpens: 'at_once',
    answersOpen: 'at_end',
    shuffleQuestions: false,
    shuffleOptions: false,
    audience: { everyone: true, inClass: { classId: made.a.classId } },
  } as const;
  quizId = await makeQuiz(server.app, made.campus, { settings });
  for (const student of [made.a1, made.a2]) await callsOn(server, quizId, student).start();
});

const TO_SECTION = 'The printer of this room is out of paper.';
const TO_ALL = 'Question 2 means the list.';

/** Returns what an open page receives up to the announcement to everyone. */
async function receive(
  { headers }: MadePerson,
  say: () => Promise<unknown>,
  last = TO_ALL,
): Promise<string> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const url = `${listening}/api/v1/auth/quiz/${quizId}/events`;
  const page = await fetch(url, { headers, signal });
  await say();
  let received = '';
  for await (const chunk of page.body ?? []) {
    received += Buffer.from(chunk).toString('utf8');
    if (received.includes(last)) break;
  }
  leaving.abort();
  return received;
}

async function announced({ headers }: MadePerson): Promise<string[]> {
  const reply = await server.app.inject({ url: '/api/v1/notices', headers });
  const notices: { kind: string; text: string }[] = reply.json().data.notices;
  return notices.flatMap(({ kind, text }) => (kind === 'announcement' ? [text] : [])).toSorted();
}

const announce = async (by: MadePerson, text: string) => {
  const reply = await callsOn(server, quizId, by).post('/announcements', { text });
  return reply.statusCode;
};

test('who assists in a section announces to this section alone, and who teaches to all', async () => {
  const [received, receivedElsewhere, receivedByTeacher] = await Promise.all([
    receive(made.a1, () => announce(made.assistant, TO_SECTION)),
    receive(made.a2, async () => {
      await expect.poll(() => announced(made.a1)).toEqual([TO_SECTION]);
      expect(await announce(made.owner, TO_ALL)).toBe(200);
    }),
    receive(made.teacher, () => Promise.resolve()),
  ]);
  expect(received).toContain(TO_SECTION);
  expect(receivedElsewhere).not.toContain(TO_SECTION);
  expect(receivedByTeacher).toContain(TO_SECTION);
  expect(await announced(made.a1)).toEqual([TO_ALL, TO_SECTION].toSorted());
  expect(await announced(made.a2)).toEqual([TO_ALL]);
});

test('an assistant of a section does not get what is announced to another', async () => {
  const elsewhere = await makeStaff(server.pool);
  await joinClass(server.pool, made.a, elsewhere, {
    role: 'assistant',
    sections: [made.a.sections[1]],
  });
  const text = 'The other room may begin question 3.';
  const again = `${TO_ALL} Really.`;
  const received = await Promise.all([
    receive(made.assistant, () => announce(elsewhere, text), again),
    receive(
      elsewhere,
      async () => {
        await expect.poll(() => announced(made.a2)).toContain(text);
        await announce(made.owner, again);
      },
      again,
    ),
    receive(made.owner, () => Promise.resolve(), again),
  ]);
  expect(received.map((all) => all.includes(text))).toEqual([false, true, true]);
});

test('who teaches another class announces nothing', async () => {
  expect(await announce(made.other, 'Nothing.')).toBe(403);
  expect(await announce(made.idle, 'Nothing.')).toBe(403);
});
