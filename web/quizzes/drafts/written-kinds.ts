import type { DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import {
  markSameOptions,
  optionsBody,
  OptionsBody,
  placesOfSame,
} from '@vlabs/contract/kinds/options';
import { withKind } from './draft-content.ts';

interface Written {
  /** The question as it was left in each kind; null is four options. */
  left: Map<KindName | null, DraftQuestion>;
  /** The latest points; null before any were typed. Four options have none of their own. */
  points: string | null;
  /** The latest options, which all kinds with options share. Four options show the first four. */
  shared: OptionsBody | null;
}

/** What was typed for every kind of each question while the builder is open. */
export class WrittenKinds {
  readonly #written = new Map<string, Written>();

  /**
   * Changes the kind of a question. What was typed for that kind before is there again, with the present title,
   * points and options.
   */
  change(question: DraftQuestion, kind: KindName | null): DraftQuestion {
    const { key, QuestionTitle } = question;
    const left = 'Kind' in question ? question.Kind : null;
    if (left === kind) return question;
    const written = this.#written.get(key) ?? { left: new Map(), points: null, shared: null };
    this.#written.set(key, written);
    written.left.set(left, question);
    written.shared = sharedAfter(question, written.shared);
    if ('Kind' in question) written.points = question.Points;

    const before = written.left.get(kind) ?? withKind(question, kind);
    const next = written.shared ? withOptions(before, written.shared) : before;
    if (!('Kind' in next)) return { ...next, QuestionTitle };
    return { ...next, QuestionTitle, Points: written.points ?? next.Points };
  }
}

/** The options to share after a question was typed in one kind. */
function sharedAfter(question: DraftQuestion, shared: OptionsBody | null): OptionsBody | null {
  const own = optionsOf(question);
  if (!own) return shared;
  if ('Kind' in question) return OptionsBody.parse(question.Body);
  if (!shared) return optionsBody(own);
  const options = [...own, ...shared.options.slice(own.length)];
  return optionsBody(options, placesOfSame(shared.pinned ?? [], shared.options, options));
}

/** Null for kinds without options. */
function optionsOf(question: DraftQuestion): string[] | null {
  if ('Kind' in question) return OptionsBody.safeParse(question.Body).data?.options ?? null;
  return OPTION_NUMBERS.map((number) => question.QuestionOptions[number]);
}

function withOptions(question: DraftQuestion, shared: OptionsBody): DraftQuestion {
  const had = optionsOf(question);
  if (!had) return question;
  if (!('Kind' in question)) {
    const [first = '', second = '', third = '', fourth = ''] = shared.options;
    const options = [first, second, third, fourth];
    const [right] = placesOfSame([Number(question.CorrectAnswer)], had, options);
    const QuestionOptions = { 1: first, 2: second, 3: third, 4: fourth };
    const CorrectAnswer = OPTION_NUMBERS.find((number) => Number(number) === right) ?? '';
    return { ...question, QuestionOptions, CorrectAnswer };
  }
  const options = isSame(had, shared.options) ? had : shared.options;
  const pinned = (shared.pinned ?? []).filter((place) => place <= options.length);
  const Key = markSameOptions(question.Key, had, options);
  return { ...question, Body: optionsBody(options, pinned), Key };
}

/** Whether two lists differ at most in empty options at their ends, which four options may add. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }).every((_, at) => (one[at] ?? '') === (other[at] ?? ''));
}
