import { isRecord } from '../../platform/records.ts';

/** The server takes so many in one run. */
export const maxInputs = 20;
export const longestInputName = 100;

/** One input with a name, and what the program should print for it. */
export interface NamedInput {
  name: string;
  stdin: string;
  /** Empty: whatever the program prints is right. */
  expectedOutput: string;
}

/** What programs of one assignment read: what is typed as User Input, and the inputs that have names. */
export interface Inputs {
  stdin: string;
  named: readonly NamedInput[];
}

export const noInputs: Inputs = { stdin: '', named: [] };

/** A draft that is not of this form holds no inputs. */
export function parseInputs(text: string | null): Inputs {
  try {
    const read: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(read) || typeof read['stdin'] !== 'string') return noInputs;
    const named: unknown[] = Array.isArray(read['named']) ? read['named'] : [];
    return { stdin: read['stdin'], named: named.flatMap(parseNamed) };
  } catch {
    return noInputs;
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

/** For a person who compares two sets of inputs. */
export function describeInputs(text: string): string {
  const { stdin, named } = parseInputs(text);
  const parts = named.map(
    (input) => `${input.name}\n${input.stdin}\nExpected output\n${input.expectedOutput}`,
  );
  return ['User Input', stdin, ...parts].join('\n');
}

/** `Input 1`, or the first number that is not taken. */
export function nextInputName(named: readonly NamedInput[]): string {
  const names = new Set(named.map(({ name }) => name));
  for (let number = named.length + 1; ; number += 1) {
    if (!names.has(`Input ${number}`)) return `Input ${number}`;
  }
}

/** Adds the samples of a statement that are not among the inputs, as far as there is room. */
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
    inputs: { stdin, named: all.slice(0, maxInputs) },
    leftOut: Math.max(0, all.length - maxInputs),
  };
}

/**
 * Two devices wrote inputs: those that were chosen stay first, and the others' follow under names that
 * are free, so that none is lost. They may be more than run at once.
 */
export function joinInputs(chosen: Inputs, other: Inputs): Inputs {
  const typed = { name: 'As typed elsewhere', stdin: other.stdin, expectedOutput: '' };
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
    name = `${wanted.slice(0, longestInputName - 6)} (${count + 1})`;
  }
}
