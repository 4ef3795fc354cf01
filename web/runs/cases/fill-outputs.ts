import type { CaseLimits } from '@vlabs/contract/kinds/scoring/case-limits';

interface Row {
  input: string;
  output: string;
}

/** An input without an expected output. */
export interface MissingOutput {
  /** Unique among the rows, and shown. */
  name: string;
  input: string;
  limits: CaseLimits;
}

/** What the solution printed for an input. */
export interface FilledOutput {
  name: string;
  input: string;
  output: string;
}

type NameOf = (at: number) => string;

export const nameOfCase: NameOf = (at) => `Test case ${at + 1}`;
export const nameOfSample: NameOf = (at) => `Sample ${at + 1}`;

export const listMissing = (
  rows: readonly Row[],
  nameOf: NameOf,
  limitsOf: (at: number) => CaseLimits,
): MissingOutput[] =>
  rows.flatMap(({ input, output }, at) =>
    output === '' ? [{ name: nameOf(at), input, limits: limitsOf(at) }] : [],
  );

/** Fills in outputs, except in rows that were changed while the program ran. */
export const fillRows = <Filled extends Row>(
  rows: readonly Filled[],
  nameOf: NameOf,
  outputs: readonly FilledOutput[],
): Filled[] =>
  rows.map((row, at) => {
    const found = outputs.find(({ name }) => name === nameOf(at));
    return found?.input === row.input && row.output === '' ? { ...row, output: found.output } : row;
  });
