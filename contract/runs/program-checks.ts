import { z } from 'zod';
import { Language } from './languages.ts';
import { TestOutcome } from './test-case.ts';

/** A wrong program that would earn full points. */
const Survivor = z.object({
  /** Of the solution, from 1. */
  line: z.int(),
  before: z.string(),
  after: z.string(),
});

/** What running a solution, its starters and wrong programs on test cases shows. */
export const ProgramChecks = z.object({
  solution: z.object({
    compileOutput: z.string().nullable(),
    cases: z.array(
      z.object({
        /** From 1. */
        number: z.int(),
        outcome: TestOutcome,
        timeSeconds: z.number().nullable(),
      }),
    ),
  }),
  /** The share of the points that each starter earns, from 0 to 1. */
  starters: z.array(z.object({ language: Language, share: z.number() })),
  /** The share of a program that reads nothing and prints nothing. */
  empty: z.object({ share: z.number() }),
  /** `leavesFactorOfTwo`: the solution takes at most half of the time limit. */
  times: z.object({ slowestSeconds: z.number().nullable(), leavesFactorOfTwo: z.boolean() }),
  /** What is wrong, by the path of the field. A test with problems is not published. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Wrong programs, each with one change to the solution; only tried if there are no problems. */
  mutants: z.object({ made: z.int(), tried: z.int(), survivors: z.array(Survivor) }),
});
export type ProgramChecks = z.infer<typeof ProgramChecks>;
