import {
  type Ratio,
  dividedBy,
  minus,
  plus,
  ratio,
  readDecimal,
  times,
} from '@vlabs/contract/kinds/scoring/ratios';

const MAX_PLACES = 100;

/** A decimal such as `-0.05`; null if the ratio has none of up to a hundred places. */
function writeDecimal({ over, under }: Ratio): string | null {
  for (let places = 0; places <= MAX_PLACES; places++) {
    const power = 10n ** BigInt(places);
    if (power % under === 0n) return pointed((over * power) / under, places);
  }
  return null;
}

function pointed(digits: bigint, places: number): string {
  const sign = digits < 0n ? '-' : '';
  const size = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  if (places === 0) return `${sign}${size}`;
  return `${sign}${size.slice(0, -places)}.${size.slice(-places)}`;
}

const combine =
  (of: (one: Ratio, other: Ratio) => Ratio) =>
  (one: string, other: string): string | null => {
    const [a, b] = [readDecimal(one.trim()), readDecimal(other.trim())];
    return a && b && writeDecimal(of(a, b));
  };

/** Sums and differences of decimals, exactly; null if one is none. */
export const sumOfDecimals = combine(plus);
export const differenceOfDecimals = combine(minus);

const HUNDRED = ratio(100);
const combineOne = (of: (one: Ratio) => Ratio) => (one: string) => {
  const read = readDecimal(one.trim());
  return read && writeDecimal(of(read));
};
/** `0.05` as `5`, and back. */
export const percentOfTolerance = combineOne((one) => times(one, HUNDRED));
export const toleranceOfPercent = combineOne((one) => dividedBy(one, HUNDRED));
