import { type ExportFormat, FORMAT_NAMES } from '@vlabs/contract/quizzes/question-files';
import { NumberBody, NumberKey } from '@vlabs/kinds/number/number';
import { OptionsBody } from '@vlabs/kinds/options';
import { SeveralKey } from '@vlabs/kinds/several/several';
import { ShortTextKey } from '@vlabs/kinds/short-text/short-text';
import { SingleKey } from '@vlabs/kinds/single/single';
import { TrueFalseKey } from '@vlabs/kinds/true-false/true-false';
import type { PlainKind } from '../plain-question.ts';

type Refuse = (question: PlainKind, format: ExportFormat) => string | null;

const isText = (format: ExportFormat) => format === 'gift' || format === 'moodle-xml';

const single: Refuse = ({ body, key }, format) => {
  const { right, cost } = SingleKey.parse(key);
  if (!isText(format) && (right.length > 1 || cost !== '0'))
    return 'it holds one right option, and no cost of a wrong one';
  // GIFT would be read back as a short text, and a cost would belong to no option.
  if (right.length === OptionsBody.parse(body).options.length) return 'it needs a wrong option';
  return null;
};

const several: Refuse = ({ key }, format) => {
  const { rule } = SeveralKey.parse(key);
  if (format === 'aiken') return 'it holds one right option';
  const held = format === 'qti3' ? 'all_or_nothing' : 'plus_minus';
  if (rule === held) return null;
  return held === 'plus_minus'
    ? 'it holds several options only if a wrong one takes away what a right one gives'
    : 'it holds several options only with the rule all or nothing';
};

const trueFalse: Refuse = ({ key }, format) => {
  if (!isText(format)) return 'it holds no true/false questions';
  return TrueFalseKey.parse(key).cost === '0' ? null : 'it holds no cost of a wrong choice';
};

const number: Refuse = ({ body, key }, format) => {
  if (!isText(format)) return 'it holds no numbers';
  const { answers } = NumberKey.parse(key);
  if (NumberBody.parse(body).unit !== 'none') return 'it holds no units';
  if (answers.some(({ by }) => by === 'relative')) return 'it holds no relative tolerances';
  if (format === 'moodle-xml' && answers.some(({ by }) => by === 'range'))
    return 'it holds no ranges';
  // `1...5` could be cut at two places.
  const isCut = ({ by, value, to }: (typeof answers)[number]) =>
    by === 'range' && (value.trim().endsWith('.') || to.trim().startsWith('.'));
  return answers.some(isCut) ? 'a number of a range needs digits on both sides of its point' : null;
};

const shortText: Refuse = ({ key }, format) => {
  if (!isText(format)) return 'it holds no short texts';
  const { answers, ignoresCase, foldsSpaces } = ShortTextKey.parse(key);
  if (!foldsSpaces) return 'it holds no texts in which spaces count';
  if (format === 'moodle-xml') return null;
  if (!ignoresCase) return 'it holds no texts in which capitals count';
  return answers.some(({ text }) => text.includes('->')) ? 'it reads -> as a pair' : null;
};

const refuse: Record<PlainKind['kind'], Refuse> = {
  single,
  several,
  true_false: trueFalse,
  number,
  short_text: shortText,
};

/** Why a format cannot hold a question, as a sentence that names its number; null if it can. */
export function findNotHeld(
  question: PlainKind,
  { number: at, format }: { number: number; format: ExportFormat },
): string | null {
  const reason = refuse[question.kind](question, format);
  return reason === null
    ? null
    : `${FORMAT_NAMES[format]} can’t hold question ${at}: ${reason}. Choose another format.`;
}
