import { isWithoutUnit } from '../scoring/numbers.ts';
import { readNumber, writeNumber } from '../scoring/read-number.ts';
import { type NumberBody, styleOf } from './number.ts';

const mistake = (message: string) => ({ message, isMistake: true });

/** What the field says about an answer that cannot be read, or that is read otherwise than it is written. */
export function readingOf(
  body: NumberBody,
  answer: string,
): { message: string; isMistake: boolean } | null {
  const style = styleOf(body);
  const isUnitFirst = body.unit !== 'none' && body.isUnitFirst === true;
  const example = `3${style.decimal}14`;
  const read = readNumber(answer, style, isUnitFirst);
  if (!read) {
    return mistake(
      `This cannot be read as a number and would earn nothing. Type it like ${example}, 1e-3 or 1/2.`,
    );
  }
  if (body.unit === 'none' && !isWithoutUnit(read.unit)) {
    return mistake(
      `The answer is a number alone. With “${read.unit}” it would earn nothing: leave it out.`,
    );
  }
  if (body.unit === 'required' && read.unit === '') {
    return mistake(`The unit is missing. Type it ${isUnitFirst ? 'before' : 'after'} the number.`);
  }
  const written = writeNumber(read.value, style);
  const isPlain = isUnitFirst
    ? answer.includes(written)
    : PLAINLY[style.decimal].test(answer.trim());
  if (isPlain) return null;
  const unit = body.unit === 'none' ? '' : read.unit;
  const parts = isUnitFirst ? [unit, written] : [written, unit];
  return { message: `Read as ${parts.filter(Boolean).join(' ')}.`, isMistake: false };
}

const PLAINLY = {
  '.': /^[+-]?(?=[.\d])\d*(?:\.\d*)?(?:$|\s*[^\d.,\s^*/×·e])/i,
  ',': /^[+-]?(?=[,\d])\d*(?:,\d*)?(?:$|\s*[^\d.,\s^*/×·e])/i,
};
