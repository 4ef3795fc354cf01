import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { canonicalMarks, receiptOf } from '../sitting/marks.ts';

const GRACE_MS = 60_000;
const LIMIT_MS = 7_200_000;

const clock = new TestClock();
let server: TestApp;
let admin: MadePerson;

beforeAll(async () => {
  server = await makeTestApp({ clock });
  admin = await makeAdmin(server.pool);
});
afterAll(() => server.close());

/** What the server must hold and answer, written down a second time and as simply as can be. */
class Model {
  sequence = 0;
  marks: Record<string, string> = {};
  isSubmitted = false;
  readonly #lastMs = clock.nowMs() + LIMIT_MS + GRACE_MS;

  get isOpen(): boolean {
    return !this.isSubmitted && clock.nowMs() <= this.#lastMs;
  }

  save(sequence: number, marks: Record<string, string>): string {
    if (!this.isOpen) return 'closed';
    const isSame = canonicalMarks(marks) === canonicalMarks(this.marks);
    if (sequence === this.sequence && isSame) return 'saved';
    if (sequence <= this.sequence) return 'stale_sequence';
    Object.assign(this, { sequence, marks });
    return 'saved';
  }

  submit(marks: Record<string, string>): string {
    const { isOpen } = this;
    if (isOpen) this.marks = marks;
    this.isSubmitted = true;
    return `${isOpen ? 'submitted' : 'already_submitted'} ${receiptOf(this.marks).sha256}`;
  }

  start(): string {
    return this.isOpen ? canonicalMarks(this.marks) : 'already_submitted';
  }
}

const anyMarks = fc
  .record({ 1: fc.constantFrom('1', '2', '3', '4'), 2: fc.constantFrom('1', '2', '3') })
  .chain((marks) => fc.constantFrom({ ...marks }, { 1: marks[1] }, { 2: marks[2] }, {}))
  .map((marks): Record<string, string> => ({ ...marks }));

type Action =
  | { do: 'save'; sequence: number; marks: Record<string, string> }
  | { do: 'submit'; marks: Record<string, string> }
  | { do: 'start' };

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      sequence: fc.integer({ min: 0, max: 8 }),
      marks: anyMarks,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('submit' as const), marks: anyMarks }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
);
const step = fc.record({
  afterMs: fc.constantFrom(0, 0, 0, 1000, LIMIT_MS / 2, GRACE_MS),
  action: anyAction,
});

type Calls = ReturnType<typeof callsOn>;

/** What the server answers to one step, in the words of the model. */
async function take(calls: Calls, action: Action): Promise<string> {
  if (action.do === 'save') {
    const reply = await calls.save(action.sequence, action.marks);
    return reply.statusCode === 200 ? 'saved' : reply.json().code;
  }
  if (action.do === 'submit') {
    const { code = 'submitted', data } = (await calls.submit(action.marks)).json();
    return `${code} ${data.receipt.sha256}`;
  }
  const { code, data } = (await calls.start()).json();
  return code ?? canonicalMarks(data.savedAnswers);
}

function foretell(model: Model, action: Action): string {
  if (action.do === 'save') return model.save(action.sequence, action.marks);
  return action.do === 'submit' ? model.submit(action.marks) : model.start();
}

test('whatever is saved, lost, repeated or reordered, the server holds what the model holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      clock.set(Date.now());
      const student = await makeStudent(server.pool);
      const calls = callsOn(server, await makeQuiz(server.app, admin), student);
      await calls.start();
      const model = new Model();
      for (const { afterMs, action } of steps) {
        clock.pass(afterMs);
        const foretold = foretell(model, action);
        expect(await take(calls, action)).toBe(foretold);
      }
      clock.pass(LIMIT_MS + GRACE_MS + 1);
      expect((await calls.result()).json().data.receipt).toEqual(receiptOf(model.marks));
    }),
    { numRuns: 40 },
  );
}, 60_000);
