import type { ProgramBody, ProgramKey } from '../program.ts';

/** The parts of a question that have expected outputs. */
export interface Outputs {
  samples: ProgramBody['samples'];
  cases: ProgramKey['cases'];
}

/** An input without an expected output. */
export interface MissingOutput {
  part: keyof Outputs;
  at: number;
  input: string;
}

export function listMissingOutputs({ samples, cases }: Outputs): MissingOutput[] {
  const of = (part: keyof Outputs, rows: readonly { input: string; output: string }[]) =>
    rows.flatMap(({ input, output }, at) => (output === '' ? [{ part, at, input }] : []));
  return [...of('samples', samples), ...of('cases', cases)];
}

export const nameOf = ({ part, at }: MissingOutput): string =>
  `${part === 'samples' ? 'Sample' : 'Test case'} ${at + 1}`;

/** Fills in an output, unless the row was changed while the program ran. */
export function fillOutput(
  now: Outputs,
  { part, at, input }: MissingOutput,
  output: string,
): Outputs {
  const fill = <Row extends { input: string; output: string }>(rows: Row[]): Row[] =>
    rows.map((row, place) =>
      place === at && row.input === input && row.output === '' ? { ...row, output } : row,
    );
  return part === 'samples'
    ? { ...now, samples: fill(now.samples) }
    : { ...now, cases: fill(now.cases) };
}
