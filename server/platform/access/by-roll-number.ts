import { plainRollNumber } from '@vlabs/contract/text/canonical';

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
