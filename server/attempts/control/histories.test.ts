import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { canonicalAnswers, receiptOf } from '../rules/answers.ts';

const GRACE_MS = 60_000;
const LIMIT_MS = 7_200_000;

const clock = new TestClock();

const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));

/** A second, minimal implementation of what the server must store and reply. */
class Model {
  sequence = 0;
  answers: Record<string, string> = {};
  isSubmitted = false;
  readonly #lastMs = clock.nowMs() + LIMIT_MS + GRACE_MS;

  get isOpen(): boolean {
    return !this.isSubmitted && clock.nowMs() <= this.#lastMs;
  }

  save(sequence: number, answers: Record<string, string>): string {
    if (!this.isOpen) return 'closed';
    const isSame = canonicalAnswers(answers) === canonicalAnswers(this.answers);
    if (sequence === this.sequence && isSame) return 'saved';
    if (sequence <= this.sequence) return 'stale_sequence';
    Object.assign(this, { sequence, answers });
    return 'saved';
  }

  submit(answers: Record<string, string>): string {
    const { isOpen } = this;
    if (isOpen) this.answers = answers;
    this.isSubmitted = true;
    return `${isOpen ? 'submitted' : 'already_submitted'} ${receiptOf(this.answers).sha256}`;
  }

  start(): string {
    return this.isOpen ? canonicalAnswers(this.answers) : 'already_submitted';
  }
}

const anyAnswers = fc
  .record({ 1: fc.constantFrom('1', '2', '3', '4'), 2: fc.constantFrom('1', '2', '3') })
  .chain((answers) => fc.constantFrom({ ...answers }, { 1: answers[1] }, { 2: answers[2] }, {}))
  .map((answers): Record<string, string> => ({ ...answers }));

type Action =
  | { do: 'save'; sequence: number; answers: Record<string, string> }
  | { do: 'submit'; answers: Record<string, string> }
  | { do: 'start' };

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      sequence: fc.integer({ min: 0, max: 8 }),
      answers: anyAnswers,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('submit' as const), answers: anyAnswers }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
);
const step = fc.record({
  afterMs: fc.constantFrom(0, 0, 0, 1000, LIMIT_MS / 2, GRACE_MS),
  action: anyAction,
});

type Calls = ReturnType<typeof callsOn>;

/** Sends one step to the server; returns its reply in the model's terms. */
async function take(calls: Calls, action: Action): Promise<string> {
  if (action.do === 'save') {
    const reply = await calls.save(action.sequence, action.answers);
    return reply.statusCode === 200 ? 'saved' : reply.json().code;
  }
  if (action.do === 'submit') {
    const { code = 'submitted', data } = (await calls.submit(action.answers)).json();
    return `${code} ${data.receipt.sha256}`;
  }
  const { code, data } = (await calls.start()).json();
  return code ?? canonicalAnswers(data.savedAnswers);
}

function foretell(model: Model, action: Action): string {
  if (action.do === 'save') return model.save(action.sequence, action.answers);
  return action.do === 'submit' ? model.submit(action.answers) : model.start();
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
      expect((await calls.result()).json().data.receipt).toEqual(receiptOf(model.answers));
    }),
    { numRuns: 40 },
  );
});
