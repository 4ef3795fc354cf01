const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
  'sixteen seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number from 0 to 999,999 in English words, with its decimals digit by digit: "Forty-two point five". */
export function numberInWords(number: number): string {
  const [whole = '0', decimals = ''] = String(number).split('.');
  const words = wholeInWords(Number(whole));
  const digits = Array.from(decimals, (digit) => SMALL[Number(digit)]);
  const all = digits.length === 0 ? words : `${words} point ${digits.join(' ')}`;
  return all.charAt(0).toUpperCase() + all.slice(1);
}

function wholeInWords(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  if (number < 100) {
    const ones = number % 10;
    const tens = TENS[Math.floor(number / 10)] ?? '';
    return ones === 0 ? tens : `${tens}-${SMALL[ones]}`;
  }
  const [unit, name] = number < 1000 ? ([100, 'hundred'] as const) : ([1000, 'thousand'] as const);
  const rest = number % unit;
  const front = `${wholeInWords(Math.floor(number / unit))} ${name}`;
  return rest === 0 ? front : `${front} ${wholeInWords(rest)}`;
}
