import { beforeEach, expect } from 'vitest';
import { type QuizChanges, makeQuiz } from '../testing/acts/make-quiz.ts';
import { makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeEachTest, beforeTests, setUpServer } from '../testing/server.setup.ts';
import { TestClock } from '../testing/test-clock.ts';

/** A server with an admin; each test has its own student and starts at the current time. */
export function setUpAttempts() {
  const clock = new TestClock();
  const server = setUpServer({ clock });
  const admin = beforeTests(() => makeAdmin(server.pool));
  beforeEach(() => clock.set(Date.now()));
  const student = beforeEachTest(() => makeStudent(server.pool));

  const quiz = (changes: QuizChanges = {}) => makeQuiz(server.app, admin, changes);
  const sit = async (changes: QuizChanges = {}) => {
    const calls = callsOn(server, await quiz(changes), student);
    expect((await calls.start()).statusCode).toBe(200);
    return calls;
  };
  return { clock, server, admin, student, quiz, sit };
}
