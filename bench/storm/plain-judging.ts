import { Bare } from '../bare.ts';
import { labWorkOf } from '../../lab/exam/lab-answers.ts';
import { labTasks } from '../../lab/exam/lab-programs.ts';
import type { StormProduct } from './storm-product.ts';

const STUDENTS = 24;
/** As many as the product judges at a time. */
const AT_ONCE = 2;

/** Programs per second that are compiled and run on all test cases without server, runner, box or comparison. */
export async function measurePlainJudging(product: StormProduct): Promise<number> {
  const all = labTasks.flatMap(({ cases }, task) =>
    Array.from({ length: STUDENTS }, (_, place) => ({
      ...labWorkOf({ id: `plain ${place}`, place }, task),
      inputs: cases.map(({ input }) => input),
    })),
  );
  const bare = await Bare.prepare(
    product,
    all.map(({ program }) => program.languageId),
  );
  const waiting = [...all];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { program, text, inputs } = next;
      const folder = await bare.compile(program, text);
      for (const input of inputs) await bare.run(program, folder, input);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - began) / 1000;
  await bare.remove();
  return all.length / seconds;
}
