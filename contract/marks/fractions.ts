/** An exact fraction; the denominator is positive. */
export interface Fraction {
  over: bigint;
  under: bigint;
}

export const ZERO: Fraction = { over: 0n, under: 1n };

/** The number as JavaScript writes it in decimal, so 0.1 is exactly a tenth. Throws RangeError if it is not finite. */
export function fractionOf(number: number): Fraction {
  const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number));
  if (!written) throw new RangeError(`${number} is not a finite number.`);
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = written;
  const digits = BigInt(sign + whole + decimals);
  const places = decimals.length - Number(exponent);
  return places >= 0
    ? { over: digits, under: 10n ** BigInt(places) }
    : { over: digits * 10n ** BigInt(-places), under: 1n };
}

export function add(one: Fraction, other: Fraction): Fraction {
  // Denominators are mostly powers of ten, of which the larger is common to both.
  const [fine, coarse] = one.under >= other.under ? [one, other] : [other, one];
  if (fine.under % coarse.under === 0n) {
    return { over: fine.over + coarse.over * (fine.under / coarse.under), under: fine.under };
  }
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}

export const multiply = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.over,
  under: one.under * other.under,
});

/** The divisor is more than 0. */
export const divide = (one: Fraction, divisor: Fraction): Fraction => ({
  over: one.over * divisor.under,
  under: one.under * divisor.over,
});

/** Negative if the first is smaller, 0 if they are equal. */
export function compare(one: Fraction, other: Fraction): number {
  const [left, right] = [one.over * other.under, other.over * one.under];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Rounded half up, to so many decimals. */
export function roundHalfUp({ over, under }: Fraction, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  const doubled = 2n * over * scale + under;
  const [quotient, remainder] = [doubled / (2n * under), doubled % (2n * under)];
  // BigInt division rounds towards 0.
  return Number(remainder < 0n ? quotient - 1n : quotient) / Number(scale);
}
