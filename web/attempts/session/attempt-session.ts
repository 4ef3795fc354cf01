import {
  HeldAnswers,
  type Answers,
  type Saved,
  type Sitting,
} from '@vlabs/contract/attempts/attempts';
import { Pace } from '../../platform/autosave/pace.ts';
import { Retry } from '../../platform/retry.ts';
import {
  addSent,
  areSameAnswers,
  type KeptAnswers,
  mergeAnswers,
  type Unacknowledged,
} from './kept-answers.ts';

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 5000;
const TYPING_PAUSE_MS = 1500;
const LONGEST_TYPING_MS = 10_000;

/**
 * `taken-over`: another page of the same student writes now. `closed`: the server accepts no more
 * answers because the time is over or the attempt was submitted.
 */
export type Phase = 'working' | 'taken-over' | 'closed';

export type Saving =
  | { is: 'unchanged' }
  | { is: 'saving' }
  | { is: 'saved'; at: string }
  | { is: 'not-saved'; isKeptHere: boolean };

export interface SessionState {
  phase: Phase;
  answers: Answers;
  saving: Saving;
}

export interface Clock {
  remainingMs: number;
  endedTime: string;
}

interface SessionOptions {
  sitting: Pick<Sitting, 'savedAnswers' | 'sequence'>;
  kept: KeptAnswers;
  /** Sends all answers; throws if they are not acknowledged. */
  save: (sequence: number, answers: Answers) => Promise<Saved>;
  /** The server's error code and details for a refusal; null for other failures. */
  refusalOf: (error: unknown) => { code: string; data: unknown } | null;
  /** Every reply contains the server's time. */
  onClock: (clock: Clock) => void;
}

/**
 * The answers of one attempt on one page. Each answer is sent immediately with an increasing
 * number and stored in the browser until the server acknowledges it.
 */
export class AttemptSession {
  readonly #options: SessionOptions;
  readonly #listeners = new Set<() => void>();
  #state: SessionState;
  /** The last state that the server is known to hold. */
  #base: Answers;
  #sent: Unacknowledged['sent'] = {};
  /** Number of the latest change. */
  #sequence: number;
  #isSending = false;
  readonly #typing = new Pace({
    pauseMs: TYPING_PAUSE_MS,
    longestDelayMs: LONGEST_TYPING_MS,
    onDue: () => this.#sendNow(),
  });
  readonly #retry = new Retry(FIRST_RETRY_MS, MAX_RETRY_MS);
  #isKeptHere = true;
  #isLeft = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { savedAnswers, sequence } = options.sitting;
    this.#base = savedAnswers;
    this.#sequence = sequence;
    this.#state = { phase: 'working', answers: savedAnswers, saving: { is: 'unchanged' } };
    this.#takeUp();
  }

  readonly current = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Null clears the answer. Typed text is stored immediately and sent after a pause, at the latest
   * ten seconds after the first character.
   */
  answer(number: string, answer: string | null, isTyping = false): void {
    if (this.#isLeft || this.#state.phase !== 'working') return;
    const { [number]: _before, ...others } = this.#state.answers;
    const answers = answer === null ? others : { ...others, [number]: answer };
    this.#change({ answers });
    if (isTyping) this.#keepAndWait();
    else this.#keepAndSend();
  }

  /** Typing has ended: sends the text now. */
  flush(): void {
    if (!this.#typing.isWaiting) return;
    this.#typing.cancel();
    this.#sendNow();
  }

  /** The connection, the server or the session is back: sends waiting answers now. */
  tryNow(): void {
    if (!this.#retry.isPlanned) return;
    this.#retry.cancel();
    this.#retry.reset();
    void this.#send();
  }

  /** Another page took over: this page stops writing. */
  giveUp(): void {
    if (this.#state.phase === 'working') this.#change({ phase: 'taken-over' });
    this.#typing.cancel();
    this.#retry.cancel();
  }

  /** The server has submitted the attempt: nothing is waiting any more. */
  finish(): void {
    this.#typing.cancel();
    this.#retry.cancel();
    this.#change({ phase: 'closed' });
    this.#options.kept.forget();
  }

  /** Stops sending. Waiting answers stay stored in the browser. */
  close(): void {
    this.#typing.cancel();
    this.#retry.cancel();
    this.#listeners.clear();
    this.#isLeft = true;
  }

  /** Applies recovered answers on top of the server's. */
  #takeUp(): void {
    const left = this.#options.kept.readAll();
    const answers = left.reduce(mergeAnswers, this.#base);
    if (areSameAnswers(answers, this.#base)) {
      this.#options.kept.forget();
      return;
    }
    this.#state = { ...this.#state, answers };
    this.#sent = mergeSent(left);
    this.#keepAndSend();
  }

  #keepAndSend(): void {
    this.#sequence += 1;
    this.#keep();
    this.#typing.cancel();
    // A new answer triggers a try without delay.
    this.#sendNow();
  }

  #keepAndWait(): void {
    this.#sequence += 1;
    this.#keep();
    if (this.#state.saving.is !== 'not-saved') this.#change({ saving: { is: 'saving' } });
    this.#typing.later();
  }

  #sendNow(): void {
    this.#retry.cancel();
    void this.#send();
  }

  #keep(): void {
    const { answers } = this.#state;
    this.#isKeptHere = this.#options.kept.keep({ base: this.#base, answers, sent: this.#sent });
  }

  async #send(): Promise<void> {
    if (this.#isLeft || this.#isSending || this.#state.phase !== 'working') return;
    this.#isSending = true;
    if (this.#state.saving.is !== 'not-saved') this.#change({ saving: { is: 'saving' } });
    const { answers } = this.#state;
    const sequence = this.#sequence;
    this.#sent = addSent({ base: this.#base, answers, sent: this.#sent });
    this.#keep();
    try {
      const saved = await this.#options.save(sequence, answers);
      // After the page was left, replies are for the next page to discover.
      if (!this.#isLeft) this.#acknowledge(answers, saved);
    } catch (error) {
      if (!this.#isLeft) this.#fail(error);
    } finally {
      this.#isSending = false;
    }
    const waits = this.#retry.isPlanned || this.#typing.isWaiting;
    if (this.#hasUnsent() && !waits) await this.#send();
  }

  #acknowledge(answers: Answers, saved: Saved): void {
    this.#base = answers;
    this.#sent = {};
    this.#retry.reset();
    this.#options.onClock(saved);
    if (areSameAnswers(this.#state.answers, answers)) {
      this.#options.kept.forget();
      this.#change({ saving: { is: 'saved', at: saved.savedAt } });
    } else {
      this.#keep();
      this.#change({ saving: { is: 'saving' } });
    }
  }

  #fail(error: unknown): void {
    const refusal = this.#options.refusalOf(error);
    const held = HeldAnswers.safeParse(refusal?.data);
    if (refusal?.code === 'stale_sequence' && held.success) {
      this.#rebase(held.data);
    } else if (refusal?.code === 'taken_over') {
      this.giveUp();
    } else if (refusal?.code === 'closed') {
      this.#change({ phase: 'closed' });
    } else {
      this.#change({ saving: { is: 'not-saved', isKeptHere: this.#isKeptHere } });
      this.#retry.plan(() => void this.#send(), error);
    }
  }

  /** Another page saved meanwhile: applies the waiting answers on top, under a new number. */
  #rebase(held: HeldAnswers): void {
    const { answers: own } = this.#state;
    const answers = mergeAnswers(held.savedAnswers, {
      base: this.#base,
      answers: own,
      sent: this.#sent,
    });
    this.#base = held.savedAnswers;
    this.#sent = {};
    this.#sequence = held.sequence + 1;
    this.#options.onClock(held);
    this.#change({ answers });
    this.#keep();
    if (areSameAnswers(answers, this.#base)) {
      this.#options.kept.forget();
      this.#change({ saving: { is: 'unchanged' } });
    }
  }

  #hasUnsent(): boolean {
    const isWorking = !this.#isLeft && this.#state.phase === 'working';
    const mayHaveArrived = Object.keys(this.#sent).length > 0;
    return isWorking && (mayHaveArrived || !areSameAnswers(this.#state.answers, this.#base));
  }

  #change(changes: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function mergeSent(left: readonly Unacknowledged[]): Unacknowledged['sent'] {
  const merged: Unacknowledged['sent'] = {};
  for (const { sent } of left) {
    for (const [number, options] of Object.entries(sent)) {
      merged[number] = [...new Set([...(merged[number] ?? []), ...options])];
    }
  }
  return merged;
}
