import type { PairView, Similarity } from '@vlabs/contract/similarity/similarity';
import { beforeEach, describe, expect, test } from 'vitest';
import { erasingBy } from '../testing/acts/erasing.ts';
import { joinClass } from '../testing/acts/make-class.ts';
import { makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import { type MadePerson, makeListedStudent } from '../testing/acts/make.ts';
import { mixedSettings } from '../testing/acts/mixed-quiz.ts';
import { SUM, answerWith, makeProgramQuiz, program } from '../testing/acts/program-quiz.ts';
import { setUpJudging } from '../testing/judging.setup.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { makeQuestion } from '../testing/acts/make-quiz.ts';
import { TestClock } from '../testing/test-clock.ts';

const clock = new TestClock();
const { server, admin, refusal } = await setUpJudging({ clock });
beforeEach(() => clock.set(Date.now()));

const HOUR_MS = 3_600_000;
const YEAR_MS = 366 * 86_400_000;
const C = 50;
const PYTHON = 71;

/** Code that every student is given. */
const STARTER = `def read_numbers(line):
    numbers = []
    for word in line.split():
        if word.lstrip("-").isdigit():
            numbers.append(int(word))
    return numbers
`;
const largest = `${STARTER}
values = read_numbers(input())
best = values[0]
position = 0
for place, value in enumerate(values):
    if value > best:
        best = value
        position = place
print(best, position)
`;
const renamed = largest
  .replaceAll('best', 'top')
  .replaceAll('values', 'xs')
  .replaceAll('position', 'where');
const another = `${STARTER}
def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a
first, second = read_numbers(input())
print(gcd(abs(first), abs(second)) * 7)
`;
const inC = `#include <stdio.h>
int main(void) {
  int values[100], count = 0, best = 0, position = 0;
  while (scanf("%d", &values[count]) == 1) count++;
  for (int place = 0; place < count; place++) {
    if (values[place] > best) { best = values[place]; position = place; }
  }
  printf("%d %d\\n", best, position);
}
`;

const withStarter = { ...program, Body: { ...program.Body, starters: { python: STARTER } } };
const questions = { 1: makeQuestion('2'), 2: withStarter };

/** Question 2 is a program. */
const makeTest = (changes: object = {}) =>
  makeProgramQuiz(server, admin, { questions, ...changes });

async function submit(quizId: string, student: MadePerson, text: string, language = 'python') {
  const calls = callsOn(server, quizId, student);
  expect((await calls.start()).statusCode).toBe(200);
  const submitted = await calls.submit({ 1: '2', 2: answerWith(text, language) });
  expect(submitted.statusCode).toBe(200);
  return student;
}

const hand = async (quizId: string, text: string, language?: string) =>
  submit(quizId, await makeListedStudent(server.pool), text, language);

const callsOf = (quizId: string, { headers }: MadePerson, number = 2) => {
  const url = `/api/v1/auth/quiz/${quizId}/questions/${number}/similarity`;
  const call = (method: 'GET' | 'POST' | 'DELETE', path = '') =>
    server.app.inject({ method, url: `${url}${path}`, headers });
  return {
    look: () => call('GET'),
    start: () => call('POST'),
    stop: () => call('DELETE'),
    pair: (one: MadePerson, other: MadePerson, language = PYTHON) =>
      call('GET', `/${one.id}/${other.id}?language=${language}`),
    found: async (): Promise<Similarity> => (await call('GET')).json().data,
  };
};

/** Starts a comparison after the end, and polls until it has finished, as the page does. */
async function compare(quizId: string): Promise<Similarity> {
  clock.set(Date.now() + 48 * HOUR_MS);
  const { start, found } = callsOf(quizId, admin);
  expect((await start()).json()).toMatchObject({ message: 'Comparing the programs.' });
  const stateOf = async () => (await found()).comparison?.state;
  await expect.poll(stateOf, { interval: 50 }).toMatch(/done|failed/);
  const compared = await found();
  expect(compared.comparison).toMatchObject({ state: 'done', failure: '' });
  return compared;
}

const namesOf = ({ pairs }: Similarity) => pairs.map(({ one, other }) => [one, other].toSorted());

describe.skipIf(refusal !== null)('Rule 15: the programs of a question of a test', () => {
  test('are similar in spite of other names; given code, another program and another language are not', async () => {
    const quizId = await makeTest();
    const [one, other] = [await hand(quizId, largest), await hand(quizId, renamed)];
    const [third, unchanged] = [await hand(quizId, another), await hand(quizId, STARTER)];
    const elsewhere = await hand(quizId, inC, 'c');
    const found = await compare(quizId);
    expect(found).toMatchObject({ handIns: 5, isInProgress: false, isOfWhole: true });
    expect(found.comparison).toMatchObject({ state: 'done', newer: 0, isLeftOutChanged: false });
    expect(namesOf(found)).toEqual([[one.id, other.id].toSorted()]);
    expect(found.pairs).toMatchObject([{ language: PYTHON, similarity: 1 }]);
    const of = ({ id }: MadePerson) => found.programs.find(({ studentId }) => studentId === id);
    expect(of(one)).toMatchObject({ handInId: null, reason: null, highest: 1 });
    expect(of(one)?.leftOut).toBeGreaterThan(0.3);
    expect(of(third)).toMatchObject({ language: PYTHON, reason: null, highest: null });
    expect(of(elsewhere)).toMatchObject({ language: C, highest: null });
    expect(of(unchanged)).toMatchObject({ language: null, reason: 'unchanged' });

    const shown: PairView = (await callsOf(quizId, admin).pair(other, one)).json().data;
    expect(new Set([shown.one.text, shown.other.text])).toEqual(new Set([largest, renamed]));
    for (const [from, to] of shown.fragments) {
      expect(shown.one.text.slice(from, to)).not.toContain('lstrip');
    }
    const none = await callsOf(quizId, admin).pair(one, third);
    expect([none.statusCode, none.json().message]).toEqual([404, 'This pair was not found.']);
  });

  test('are compared only after its end, with all extra time, and when nobody works', async () => {
    const endsAtMs = Date.now() + HOUR_MS;
    const quizId = await makeTest({ formDetails: { endTime: new Date(endsAtMs).toISOString() } });
    await hand(quizId, largest);
    const { start, stop, found } = callsOf(quizId, admin);
    const refused = await start();
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'not_ended',
      message: 'Students can still work on this test. Compare their programs after its end.',
    });
    expect(await found()).toMatchObject({ isInProgress: true, comparison: null });
    expect((await stop()).json()).toMatchObject({ code: 'ended' });
    const late = await makeListedStudent(server.pool);
    await callsOn(server, quizId, late).start();
    const extra = { userIds: [late.id], minutes: 60, reason: 'A fire alarm.' };
    const extended = await callsOn(server, quizId, admin).post('/extensions', extra);
    expect(extended.statusCode).toBe(200);
    clock.set(endsAtMs + 2 * HOUR_MS);
    // The attempt has not been submitted yet, by the student or for them.
    expect((await start()).statusCode).toBe(409);
    const end = { userId: late.id, reason: 'It is over.' };
    await callsOn(server, quizId, admin).post('/end', end);
    clock.set(endsAtMs + HOUR_MS / 2);
    expect((await start()).statusCode).toBe(409);
    clock.set(endsAtMs + 2 * HOUR_MS);
    expect((await start()).statusCode).toBe(200);
  });

  test('are shown as compared: after another submission the pair asks for a new comparison', async () => {
    const quizId = await makeTest();
    const [one, other] = [await hand(quizId, largest), await hand(quizId, renamed)];
    await compare(quizId);
    const reopened = { userId: one.id, minutes: 5, reason: 'The power failed.' };
    await callsOn(server, quizId, admin).post('/reopen', reopened);
    const { pair, found } = callsOf(quizId, admin);
    expect((await pair(one, other)).json()).toMatchObject({ code: 'handed_in_again' });
    await callsOn(server, quizId, one).submit({ 1: '2', 2: answerWith(SUM) });
    expect(await found()).toMatchObject({ handIns: 2, comparison: { newer: 1 } });
    expect((await pair(one, other)).statusCode).toBe(409);
    clock.pass(HOUR_MS);
    const again = await callsOf(quizId, admin).start();
    expect(again.statusCode).toBe(200);
    await expect.poll(async () => (await found()).pairs, { interval: 50 }).toEqual([]);
  });

  test('of other questions are not compared, and students are refused', async () => {
    const quizId = await makeTest();
    const student = await hand(quizId, largest);
    for (const number of [1, 3]) {
      expect((await callsOf(quizId, admin, number).look()).statusCode).toBe(404);
      expect((await callsOf(quizId, admin, number).start()).statusCode).toBe(404);
    }
    const { look, start, pair } = callsOf(quizId, student);
    for (const call of [look, start, () => pair(student, student)]) {
      expect((await call()).statusCode).toBe(403);
    }
    const { questions: asked } = (await callsOn(server, quizId, admin).get('/judging')).json().data;
    expect(asked).toEqual([2]);
  });

  test('are shown to an assistant of sections as far as both students are in them', async () => {
    const made = await makeTwoClasses(server.pool);
    const { a, a1, a2 } = made;
    const next = await makeListedStudent(server.pool);
    await joinClass(server.pool, a, next, { role: 'student', sections: [a.sections[0]] });
    const audience = { everyone: true, inClass: { classId: a.classId, sections: [] } };
    const quizId = await makeTest({ settings: { ...mixedSettings, audience } });
    await submit(quizId, a1, largest);
    await submit(quizId, a2, renamed);
    await submit(quizId, next, renamed.replaceAll('top', 'max_so_far'));
    expect((await compare(quizId)).pairs).toHaveLength(3);

    const ofSection = callsOf(quizId, made.assistant);
    const found = await ofSection.found();
    expect(found).toMatchObject({ isOfWhole: false, handIns: 2 });
    expect(namesOf(found)).toEqual([[a1.id, next.id].toSorted()]);
    expect(found.programs.map(({ studentId }) => studentId)).not.toContain(a2.id);
    expect((await ofSection.pair(a1, next)).statusCode).toBe(200);
    expect((await ofSection.pair(a1, a2)).statusCode).toBe(403);
    expect((await ofSection.pair(a2, a1)).statusCode).toBe(403);
    expect((await ofSection.start()).statusCode).toBe(403);
    expect((await callsOf(quizId, made.teacher).found()).pairs).toHaveLength(3);
    expect((await callsOf(quizId, made.teacher).start()).statusCode).toBe(200);
    expect((await callsOf(quizId, made.other).look()).statusCode).toBe(403);
  });

  test('are shared by a placeholder if a student is erased, and by nobody once the timelines are erased', async () => {
    clock.set(Date.now() - 2 * YEAR_MS);
    const times = {
      startTime: new Date(clock.nowMs() - HOUR_MS).toISOString(),
      endTime: new Date(clock.nowMs() + HOUR_MS).toISOString(),
    };
    const quizId = await makeTest({ formDetails: times });
    const [one, other] = [await hand(quizId, largest), await hand(quizId, renamed)];
    const { pairs } = await compare(quizId);
    expect(pairs).toHaveLength(1);

    const erasing = erasingBy(server, admin);
    await erasing.call('POST', `/people/${one.id}/erasure`, { confirmation: one.id });
    await erasing.waitOut();
    expect(await erasing.pass()).toMatchObject({ people: 1 });
    const found = await callsOf(quizId, admin).found();
    const [pair] = found.pairs;
    const placeholder = pair?.one === other.id ? pair.other : (pair?.one ?? '');
    expect(namesOf(found)).toEqual([[placeholder, other.id].toSorted()]);
    expect(placeholder).not.toBe(one.id);
    expect(found.comparison).toMatchObject({ newer: 0 });
    const shown = await callsOf(quizId, admin).pair({ ...one, id: placeholder }, other);
    expect(shown.statusCode).toBe(200);

    await erasing.setRule('work', 12);
    await erasing.waitOut();
    expect(await erasing.pass()).toMatchObject({ timelines: 2 });
    expect(await callsOf(quizId, admin).found()).toMatchObject({
      handIns: 0,
      programs: [],
      pairs: [],
    });
    await erasing.noRules();
  });
});
