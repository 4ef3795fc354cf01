import {
  type DraftEvent,
  GENERATION_FAILED,
  INVALID_REPLY,
} from '@vlabs/contract/question-drafts/question-drafts';
import { QuestionFinder } from './find-questions.ts';
import { judgeQuestion } from './judge-question.ts';

/** The rest of a longer reply is ignored. */
export const MAX_CHARACTERS = 1_000_000;
/** Limit of individually reported rejections. */
const MAX_TOLD_REFUSALS = 200;
/** Progress is reported after this many characters. */
const TELL_AFTER_CHARACTERS = 20;

/** Reads a streamed reply and judges each question as soon as it is complete. */
export class ReplyReader {
  readonly #count: number;
  readonly #emit: (event: DraftEvent) => void;
  readonly #titles = new Map<string, number>();
  readonly #finder = new QuestionFinder();
  #characters = 0;
  #reportedCharacters = 0;
  #accepted = 0;
  #refused = 0;

  constructor(count: number, emit: (event: DraftEvent) => void) {
    this.#count = count;
    this.#emit = emit;
  }

  add(text: string): void {
    this.#characters += text.length;
    for (const entry of this.#finder.add(text)) this.#judge(entry);
  }

  get characters(): number {
    return this.#characters;
  }

  reportProgress(): void {
    if (this.#characters < this.#reportedCharacters + TELL_AFTER_CHARACTERS) return;
    this.#reportedCharacters = this.#characters;
    this.#emit({ event: 'progress', characters: this.#characters });
  }

  /** Call at the end of the reply: reports missing questions, or that nothing was readable. */
  end(): void {
    const { isBegun, isEnded } = this.#finder;
    if (this.#accepted + this.#refused === 0) {
      this.#emit({
        event: 'failed',
        code: 'invalid_reply',
        message: INVALID_REPLY,
        reason: isBegun
          ? 'The reply ended before its first question was complete.'
          : 'The reply contains no JSON with questions.',
      });
      return;
    }
    if (!isEnded) this.#refuse('The reply ended before the question was complete.', '');
    this.#emit({
      event: 'finished',
      accepted: this.#accepted,
      refused: this.#refused,
      missing: Math.max(0, this.#count - this.#accepted),
    });
  }

  /** The assistant failed; questions that were already accepted stay. */
  fail(reason: string): void {
    this.#emit({
      event: 'failed',
      code: 'generation_failed',
      message: GENERATION_FAILED,
      reason,
    });
  }

  #judge(entry: string): void {
    const judgement = judgeQuestion(entry);
    if ('reason' in judgement) {
      this.#refuse(judgement.reason, judgement.title);
      return;
    }
    const { question } = judgement;
    const title = question.QuestionTitle;
    const earlier = this.#titles.get(title.toLowerCase());
    if (earlier !== undefined) this.#refuse(`It repeats question ${earlier}.`, title);
    else if (this.#accepted >= this.#count) {
      this.#refuse(`It’s more than the ${this.#count} questions requested.`, title);
    } else {
      const number = this.#accepted + this.#refused + 1;
      this.#titles.set(title.toLowerCase(), number);
      this.#accepted += 1;
      this.#emit({ event: 'question', number, question });
    }
  }

  #refuse(reason: string, title: string): void {
    this.#refused += 1;
    if (this.#refused > MAX_TOLD_REFUSALS) return;
    const number = this.#accepted + this.#refused;
    this.#emit({ event: 'refused', number, title: title.slice(0, 200), reason });
  }
}
