import { type ExportFormat, FORMAT_NAMES } from '@vlabs/contract/questions/question-files';
import type {
  FileAnswers,
  FileNumber,
  FileNumbers,
  FileOptions,
  FileTexts,
  FileTruth,
} from '@vlabs/contract/kinds/file-answers';
import { isWhole } from '@vlabs/contract/kinds/texts';
import { differenceOfDecimals, percentOfTolerance, sumOfDecimals } from './decimals.ts';

/** Formats of plain options: of one or, in a table, of several letters. */
const isPlain = (format: ExportFormat) => format === 'aiken' || format === 'csv';
/** Formats with points for each answer. */
const isQti = (format: ExportFormat) => format === 'qti21' || format === 'qti3';

const MINUS_RULE = 'it holds several options only if a wrong one takes away what a right one gives';
const ALL_RULE = 'it holds several options only with the rule all or nothing';
const TWO_RULES = `${ALL_RULE}, or if a wrong one takes away what a right one gives`;

function refuseOptions(answers: FileOptions, format: ExportFormat): string | null {
  const { chooses, options, right, cost, rule, pinned = [] } = answers;
  if (pinned.length > 0 && !isQti(format)) {
    if (format !== 'moodle-xml') return 'it holds no options that keep their places';
    if (pinned.length < options.length) return 'it keeps all options at their places, or none';
  }
  if (chooses === 'several') return refuseSeveral(right, rule, format);
  if (isPlain(format) && right.length > 1) return 'it holds one right option';
  if ((isPlain(format) || format === 'qti12') && cost !== '0')
    return 'it holds no cost of a wrong option';
  // GIFT would be read back as a short text, and a cost would belong to no option.
  return right.length === options.length ? 'it needs a wrong option' : null;
}

function refuseSeveral(
  right: readonly number[],
  rule: FileOptions['rule'],
  format: ExportFormat,
): string | null {
  if (format === 'aiken') return 'it holds one right option';
  if (isQti(format)) return rule === 'all_or_nothing' || rule === 'plus_minus' ? null : TWO_RULES;
  if (format === 'qti12') return rule === 'all_or_nothing' ? null : ALL_RULE;
  if (format !== 'csv') return rule === 'plus_minus' ? null : MINUS_RULE;
  if (right.length < 2) return 'it holds several options only if more than one is right';
  return rule === 'all_or_nothing' ? null : ALL_RULE;
}

function refuseTruth({ cost }: FileTruth, format: ExportFormat): string | null {
  if (isPlain(format)) return 'it holds no true/false questions';
  return cost === '0' || isQti(format) ? null : 'it holds no cost of a wrong choice';
}

function refuseNumbers(numbers: FileNumbers, format: ExportFormat): string | null {
  if (isPlain(format)) return 'it holds no numbers';
  const { answers, unit, hasDecimalComma } = numbers;
  if (hasDecimalComma) return 'it holds no decimal commas';
  if (unit !== 'none' && format !== 'moodle-xml') return 'it holds no units';
  const has = (...ways: FileNumber['by'][]) => answers.some(({ by }) => ways.includes(by));
  if (has('geometric')) return 'it holds no ratios as tolerances';
  if (answers.some((answer) => isTooFine(answer, format)))
    return 'it holds no tolerances of so many digits';
  if (isQti(format)) return null;
  if (has('relative')) return 'it holds no relative tolerances';
  if (format === 'moodle-xml') return has('range') ? 'it holds no ranges' : null;
  if (format === 'qti12') return refuseShares(answers);
  return answers.some(isCut) ? 'a number of a range needs digits on both sides of its point' : null;
}

/** Cannot be written as a percentage, or as the bounds around its value. */
const isTooFine = ({ by, value, tolerance }: FileNumber, format: ExportFormat): boolean =>
  (isQti(format) && by === 'relative' && percentOfTolerance(tolerance) === null) ||
  (format === 'qti12' && by === 'absolute' && !hasBounds(value, tolerance));

const hasBounds = (value: string, tolerance: string): boolean =>
  sumOfDecimals(value, tolerance) !== null && differenceOfDecimals(value, tolerance) !== null;

/** `1...5` could be cut at two places. */
const isCut = ({ by, value, to }: FileNumber): boolean =>
  by === 'range' && (value.trim().endsWith('.') || to.trim().startsWith('.'));

const refuseShares = (answers: readonly { worth: string }[]): string | null =>
  answers.every(({ worth }) => isWhole(worth))
    ? null
    : 'it holds no answers with part of the points';

function refuseTexts(
  { answers, ignoresCase, foldsSpaces }: FileTexts,
  format: ExportFormat,
): string | null {
  if (isPlain(format)) return 'it holds no short texts';
  if (!foldsSpaces) return 'it holds no texts in which spaces count';
  if (format === 'moodle-xml') return null;
  const has = (sign: string) => answers.some(({ text }) => text.includes(sign));
  if (format !== 'gift' && has('*')) return 'it holds no * for any text';
  if (isQti(format)) return null;
  if (!ignoresCase) return 'it holds no texts in which capitals count';
  if (format === 'qti12') return refuseShares(answers);
  return has('->') ? 'it reads -> as a pair' : null;
}

function findReason(answers: FileAnswers, format: ExportFormat): string | null {
  if (answers.form === 'options') return refuseOptions(answers, format);
  if (answers.form === 'truth') return refuseTruth(answers, format);
  if (answers.form === 'numbers') return refuseNumbers(answers, format);
  if (answers.form === 'nothing')
    return isPlain(format) || isQti(format) ? 'it holds no texts without an answer' : null;
  return refuseTexts(answers, format);
}

interface At {
  number: number;
  format: ExportFormat;
}

/** Why a format cannot hold a question, as a sentence that names its number; null if it can. */
export function findNotHeld(answers: FileAnswers, { number, format }: At): string | null {
  const reason = findReason(answers, format);
  return reason === null ? null : sayNotHeld(reason, { number, format });
}

export const sayNotHeld = (reason: string, { number, format }: At): string =>
  `${FORMAT_NAMES[format]} can’t hold question ${number}: ${reason}. Choose another format.`;
