import { type WritingStep, applyStep } from '@vlabs/contract/attempts/judging';

/** Characters added at once from which a step is pointed out. */
const MANY = 200;

/** The text after so many steps. */
export const textAfter = (steps: readonly WritingStep[], count: number): string =>
  steps.slice(0, count).reduce(applyStep, '');

/** The places of steps that added much at once to an existing text. It may have been typed, pasted or restored. */
export function listLargeSteps(steps: readonly WritingStep[]): number[] {
  return [...steps.entries()].flatMap(([at, { from, added }]) =>
    from !== null && added.length >= MANY ? [at + 1] : [],
  );
}
