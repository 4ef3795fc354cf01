import type { FileAnswers, FileOptions } from '@vlabs/contract/kinds/file-answers';
import { writeFileAnswers } from '@vlabs/contract/kinds/files';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { SEVERAL_RULES } from '@vlabs/contract/kinds/scoring/choices';
import {
  type Ratio,
  NOTHING,
  WHOLE,
  dividedBy,
  minus,
  ratio,
} from '@vlabs/contract/kinds/scoring/ratios';
import { readPercent } from '@vlabs/contract/kinds/texts';
import { readCost } from '@vlabs/contract/kinds/wrong-cost';
import { type PlainKind, type PlainQuestion, tidy } from '../reading/plain-question.ts';

/** A question as formats write it. */
export interface WrittenQuestion {
  title: string;
  topic: string | null;
  answers: FileAnswers;
  /** Null: as other questions without points of their own. */
  points: number | null;
}

/** Without answers, the name of a kind that files do not have. */
export function toWritten(question: PlainQuestion | PlainKind): WrittenQuestion | string {
  const points = 'points' in question ? (question.points ?? null) : null;
  const asked = { title: tidy(question.title), topic: question.topic, points };
  if ('kind' in question) {
    const answers = writeFileAnswers(question.kind, question);
    if (answers === null) return kindOf(question.kind).label;
    return { ...asked, answers: tidyAnswers(answers) };
  }
  const { options, correctAnswer } = question;
  const answers: FileOptions = {
    form: 'options',
    chooses: 'one',
    options: options.map(tidy),
    right: [correctAnswer],
    cost: '0',
    rule: SEVERAL_RULES[0],
  };
  return { ...asked, answers };
}

const tidyAnswers = (answers: FileAnswers): FileAnswers =>
  answers.form === 'options' ? { ...answers, options: answers.options.map(tidy) } : answers;

/** An option or a typed answer with its share of the points, in per cent. */
export interface WrittenAnswer {
  text: string;
  share: string;
}

const PLACES = 100_000;

/** Per cent with at most five decimals, as other programs write it. */
const asPercent = ({ over, under }: Ratio): string =>
  String(Math.round((Number(over) / Number(under)) * 100 * PLACES) / PLACES);

/** The options and their shares: the whole for a right one if one is chosen, and its part if several are. */
export function sharesOf({ options, right, chooses, cost }: FileOptions): WrittenAnswer[] {
  const each = chooses === 'one' ? WHOLE : dividedBy(WHOLE, ratio(right.length));
  const lost = chooses === 'one' ? readCost(cost, options.length) : each;
  return options.map((text, index) => ({
    text,
    share: asPercent(right.includes(index + 1) ? each : minus(NOTHING, lost)),
  }));
}

export const percentOf = (worth: string): string => asPercent(readPercent(worth) ?? NOTHING);
