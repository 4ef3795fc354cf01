import { plainRollNumber } from '@vlabs/contract/text/canonical';
import { type Sql, sql } from '../postgres/database.ts';

/** The stored roll numbers of typed ones, in lower case. A subselect, so that it is evaluated once and not per row. */
export const storedRollNumbers = (typed: readonly string[]): Sql =>
  sql`(select stored_roll_numbers(${typed}))::text[]`;

/**
 * Finds one of these by a roll number as a person types it: the one with just that roll number, or else one that
 * differs from it only in case, digits and dashes.
 */
export function byRollNumber<Known extends { id: string }>(
  known: readonly Known[],
): (typed: string) => Known | undefined {
  const plain = new Map(known.map((one) => [plainRollNumber(one.id.toLowerCase()), one]));
  const exact = new Map(known.map((one) => [one.id.toLowerCase(), one]));
  return (typed) => {
    const sought = typed.toLowerCase();
    return exact.get(sought) ?? plain.get(plainRollNumber(sought));
  };
}
