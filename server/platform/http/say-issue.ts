import { z } from 'zod';

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

/** What is counted in a value that is too long or too short. Numbers have no unit. */
const UNITS: Record<string, string> = { string: 'characters', array: 'entries', set: 'entries' };

/** One sentence about a value for which the contract has no sentence of its own. */
export function sayIssue(issue: Issue): string {
  const at = issue.path?.at(-1);
  const name = at === undefined || typeof at === 'symbol' ? 'The value' : `“${at}”`;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${name} is missing.`;
      return `${name} must be ${KINDS[issue.expected] ?? 'of another kind'}.`;
    case 'too_big':
      return `${name} must ${amount('at most', issue.maximum, issue.origin)}.`;
    case 'too_small':
      return `${name} must ${amount('at least', issue.minimum, issue.origin)}.`;
    case 'invalid_value':
      return `${name} must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `Leave this out, it is not known here: ${issue.keys.join(', ')}.`;
    default:
      return `${name} has the wrong form.`;
  }
}

function amount(bound: string, value: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return unit === undefined ? `be ${bound} ${value}` : `have ${bound} ${value} ${unit}`;
}

/** From here on, no message of the library reaches a caller. */
z.config({ customError: sayIssue });
