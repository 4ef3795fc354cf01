import { TestOutcome } from '@vlabs/contract/running/test-case';
import { z } from 'zod';

/** The outcome of each test case, in the order of the key. */
export const Judgement = z.object({ outcomes: z.array(TestOutcome) });
export type Judgement = z.infer<typeof Judgement>;

export const readJudgement = (text: string): Judgement => Judgement.parse(JSON.parse(text));
