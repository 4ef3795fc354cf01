import { TestOutcome } from '../../runs/test-case.ts';
import { z } from 'zod';

/** The outcome of each test case, in the order of the key; or the fraction of the points that the teacher gives. */
export const Judgement = z.union([
  z.object({ outcomes: z.array(TestOutcome) }),
  z.object({ share: z.string() }),
]);
export type Judgement = z.infer<typeof Judgement>;

export const readJudgement = (text: string): Judgement => Judgement.parse(JSON.parse(text));
