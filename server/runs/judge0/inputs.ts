import { MAX_CASE_TEXT, OutputRule } from '@vlabs/contract/runs/test-case';
import type { ProgramInput } from '../store/run.ts';

const MAX_INPUTS = 20;
const MAX_NAME = 100;

type ReadBytes = (sent: unknown) => Buffer | null;

/** Parses the attribute `inputs`. Each error has its own message. */
export function readInputs(
  sent: unknown,
  decode: ReadBytes,
): { value: ProgramInput[] } | { errors: string[] } {
  if (!Array.isArray(sent)) return { errors: ['is not a list'] };
  if (sent.length === 0) return { errors: ['should have at least one input'] };
  if (sent.length > MAX_INPUTS) {
    return { errors: [`should have less than or equal to ${MAX_INPUTS} inputs`] };
  }
  const errors: string[] = [];
  const value: ProgramInput[] = [];
  for (const [index, item] of sent.entries()) {
    const read = readInput(item, decode);
    if (typeof read === 'string') errors.push(`input ${index + 1} ${read}`);
    else value.push(read);
  }
  return errors.length > 0 ? { errors } : { value };
}

function readInput(item: unknown, decode: ReadBytes): ProgramInput | string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 'is not an object';
  const sent: Record<string, unknown> = { ...item };
  const name = sent['name'] ?? null;
  if (name !== null && typeof name !== 'string') return 'has a name that is not a text';
  if (name !== null && name.length > MAX_NAME) {
    return `has a name that is too long (maximum is ${MAX_NAME} characters)`;
  }
  for (const text of ['stdin', 'expected_output']) {
    const value = sent[text];
    if (typeof value === 'object' && value !== null) return `has ${text} that is not a text`;
  }
  const rule = readRule(sent);
  if (rule === null) return 'has a comparison that is not known';
  const expected = decode(sent['expected_output']);
  // Comparing takes longer the longer it is.
  if (rule && expected && expected.toString().length > MAX_CASE_TEXT)
    return `has expected_output that is too long (maximum is ${MAX_CASE_TEXT} characters)`;
  return {
    name,
    ...(rule && { rule }),
    stdinBase64: decode(sent['stdin'])?.toString('base64') ?? null,
    expectedOutputBase64: expected?.toString('base64') ?? null,
  };
}

/** Undefined without a comparison, so that Judge0's rule applies; null if it is not known. */
function readRule(sent: Record<string, unknown>): OutputRule | undefined | null {
  const { comparison = null, tolerance = 0, tolerance_is: toleranceIs } = sent;
  if (comparison === null) return undefined;
  const asked = { comparison, tolerance, ...(toleranceIs !== undefined && { toleranceIs }) };
  return OutputRule.safeParse(asked).data ?? null;
}
