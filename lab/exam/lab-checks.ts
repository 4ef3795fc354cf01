import { testRunTag } from '../../contract/runs/runs-in-tests.ts';
import { Run } from '../../contract/runs/runs.ts';
import { call } from '../../server/testing/load/calls.ts';
import { eachWithin } from '../../server/testing/load/load-quiz.ts';
import type { Person } from '../../server/testing/load/people.ts';
import type { Calls } from '../../server/testing/load/sitters.ts';
import { PROGRAMS, labWorkOf } from './lab-answers.ts';
import { labTasks } from './lab-programs.ts';

const PATH = '/judge0/submissions?wait=true&fields=token,status,results';

const ACCEPTED = 3;

interface Checked {
  calls: Calls;
  /** Checks whose results are not those of the program. */
  wrong: number;
}

/**
 * Each student makes this many Checks on the samples, of one and the other program by turns, within the span. All
 * languages are checked all the time.
 */
export async function checkAll(
  { url, quizId }: { url: string; quizId: string },
  people: readonly Person[],
  { times, spanMs }: { times: number; spanMs: number },
): Promise<Checked> {
  const calls: Calls = { replies: [], refused: {} };
  let wrong = 0;
  const over = new AbortController().signal;
  const note = (outcome: string) => {
    if (outcome !== '201') calls.refused[outcome] = (calls.refused[outcome] ?? 0) + 1;
  };
  const checks = Array.from({ length: times }, (_, turn) =>
    people.map((person, place) => ({ person, place, task: (Math.floor(place / 2) + turn) % 2 })),
  ).flat();
  await eachWithin(checks, spanMs, async ({ person, place, task }) => {
    const { program, grade, text } = labWorkOf({ ...person, place }, task);
    const body = JSON.stringify({
      source_code: text,
      language_id: program.languageId,
      assignment: testRunTag(quizId, PROGRAMS[task] ?? 0),
      inputs: labTasks[task]?.samples.map(({ input, output }, index) => ({
        name: `Sample ${index + 1}`,
        stdin: input,
        expected_output: output,
      })),
    });
    const began = performance.now();
    const reply = await call({ url, over, note }, 'POST', PATH, { person, body });
    if (reply.status !== 201) return;
    calls.replies.push({
      status: reply.status,
      error: null,
      tookMs: performance.now() - began,
      sentBytes: body.length,
      receivedBytes: reply.text.length,
    });
    const passed = countPassed(reply.text);
    if (grade === 'half' ? passed === null : (passed === 0) !== (grade === 'wrong')) wrong += 1;
  });
  return { calls, wrong };
}

/** Null without results. */
function countPassed(text: string): number | null {
  const { results } = Run.parse(JSON.parse(text));
  return results?.filter(({ status }) => status.id === ACCEPTED).length ?? null;
}
