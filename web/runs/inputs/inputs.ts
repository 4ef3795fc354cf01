import type { OutputRule } from '@vlabs/contract/runs/test-case';
import { isRecord } from '../../platform/records.ts';

/** The server's limit per run. */
export const MAX_INPUTS = 20;
export const LONGEST_INPUT_NAME = 100;

/** A named input and its expected output. */
export interface NamedInput {
  name: string;
  stdin: string;
  /** Empty: any output passes. */
  expectedOutput: string;
  /** How a question compares the output; absent for an input of the student's own. */
  rule?: OutputRule;
}

/** The inputs of one assignment's programs: User Input and the named inputs. */
export interface Inputs {
  stdin: string;
  named: readonly NamedInput[];
}

/** Rows of a query may come in any order. */
const ROWS: OutputRule = { comparison: 'rows', tolerance: 0 };

/** How the output is compared; undefined for Judge0's own rule. */
export const ruleOfInput = ({ rule }: NamedInput, isQuery: boolean): OutputRule | undefined =>
  rule ?? (isQuery ? ROWS : undefined);

export const NO_INPUTS: Inputs = { stdin: '', named: [] };

/** A malformed draft holds no inputs. */
export function parseInputs(text: string | null): Inputs {
  try {
    const read: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(read) || typeof read['stdin'] !== 'string') return NO_INPUTS;
    const named: unknown[] = Array.isArray(read['named']) ? read['named'] : [];
    return { stdin: read['stdin'], named: named.flatMap(parseNamed) };
  } catch {
    return NO_INPUTS;
  }
}

function parseNamed(value: unknown): NamedInput[] {
  if (!isRecord(value)) return [];
  const { name, stdin, expectedOutput } = value;
  const areTexts =
    typeof name === 'string' && typeof stdin === 'string' && typeof expectedOutput === 'string';
  return areTexts ? [{ name, stdin, expectedOutput }] : [];
}

export function writeInputs({ stdin, named }: Inputs): string {
  return JSON.stringify({ stdin, named });
}

/** The inputs as text, for comparing two sets. */
export function describeInputs(text: string): string {
  const { stdin, named } = parseInputs(text);
  const parts = named.map(
    (input) => `${input.name}\n${input.stdin}\nExpected output\n${input.expectedOutput}`,
  );
  return ['User Input', stdin, ...parts].join('\n');
}

/** The text of a named input by its index, or of User Input. */
export const textOfInput = ({ stdin, named }: Inputs, index: number | null): string =>
  (index === null ? undefined : named[index])?.stdin ?? stdin;

/** The inputs with another text of the one that `textOfInput` finds. */
export function withTextOfInput(inputs: Inputs, index: number | null, stdin: string): Inputs {
  const open = index === null ? undefined : inputs.named[index];
  if (index === null || !open) return { ...inputs, stdin };
  return { ...inputs, named: inputs.named.with(index, { ...open, stdin }) };
}

/** `Input N` with the lowest N that is not taken. */
export function nextInputName(named: readonly NamedInput[]): string {
  const names = new Set(named.map(({ name }) => name));
  for (let number = named.length + 1; ; number += 1) {
    if (!names.has(`Input ${number}`)) return `Input ${number}`;
  }
}

/** Adds the samples that are not among the inputs, up to the limit. */
export function addSamples(
  { stdin, named }: Inputs,
  samples: readonly NamedInput[],
): { inputs: Inputs; leftOut: number } {
  const isKnown = (sample: NamedInput) =>
    named.some(
      (input) => input.stdin === sample.stdin && input.expectedOutput === sample.expectedOutput,
    );
  const added = samples.filter((sample) => !isKnown(sample));
  const all = [...named, ...added];
  return {
    inputs: { stdin, named: all.slice(0, MAX_INPUTS) },
    leftOut: Math.max(0, all.length - MAX_INPUTS),
  };
}

/**
 * Merges the inputs of two devices: the chosen ones stay first, the others follow under free
 * names. The result may exceed the number that can run at once.
 */
export function joinInputs(chosen: Inputs, other: Inputs): Inputs {
  const typed = { name: 'From the other device', stdin: other.stdin, expectedOutput: '' };
  const isTyped = other.stdin.trim() !== '' && other.stdin !== chosen.stdin;
  const named = [...chosen.named];
  for (const input of [...(isTyped ? [typed] : []), ...other.named]) {
    const isKnown = named.some(
      ({ stdin, expectedOutput }) =>
        stdin === input.stdin && expectedOutput === input.expectedOutput,
    );
    if (!isKnown) named.push({ ...input, name: freeName(input.name, named) });
  }
  return { stdin: chosen.stdin, named };
}

function freeName(wanted: string, named: readonly NamedInput[]): string {
  const names = new Set(named.map(({ name }) => name));
  for (let count = 1, name = wanted; ; count += 1) {
    if (!names.has(name)) return name;
    name = `${wanted.slice(0, LONGEST_INPUT_NAME - 6)} (${count + 1})`;
  }
}
