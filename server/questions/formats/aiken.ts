import { markdownToPlain } from '@vlabs/contract/text/plain-text';
import { cannotBeWritten } from '../reading/file-refusals.ts';
import { type Found, letterOf, shorten } from '../reading/plain-question.ts';
import type { WrittenQuestion } from './written-answers.ts';

const OPTION = /^([A-Za-z])[.)](?:\s([^]*))?$/;
const ANSWER = /^ANSWER:([^]*)/;
/** After options, this is an answer in any spelling. */
const ANY_ANSWER = /^ANSWER\s*:([^]*)/i;
const FEEDBACK = /^FEEDBACK:/i;
const EXPLANATION = /^(?:ANSWER_)?EXPLANATION:/i;
/** Lines that other programs write below an answer. */
const LABELLED =
  /^(?:ANSWER_[A-Z]+|BLOOM|CATEGORY|COMMENT|DESCRIPTION|DIFFICULTY|(?:ANSWER_)?EXPLANATION|ETIQUETAS|FEEDBACK|HINT|LEVEL|MARKS?|POINTS?|RATIONALE|REFERENCE|SCORE|SOURCE|TAGS?|TEXTO_CORRECTA|TOPIC|WEIGHT)[ \t]*:/i;
const POINTS = /^(?:MARKS?|POINTS?|SCORE)[ \t]*:[ \t]*([.\d]{1,9})[ \t]*$/i;
/** Begins no question, wherever it stands. */
const ALWAYS_BELOW = /^(?:FEEDBACK:|(?:ANSWER_[A-Z]+|SCORE|TAGS|ETIQUETAS|TEXTO_CORRECTA)[ \t]*:)/;
const ENDS_WITH_ANSWER = /^ANSWER:[ \t]*[A-Za-z][ \t]*$/m;

interface Open {
  title: string[];
  options: { letter: string; text: string }[];
  /** Lines after an option belong to it if the next option or the answer follows. */
  after: string[];
}

export const isAiken = (text: string): boolean =>
  ENDS_WITH_ANSWER.test(text) && /^[ \t]*A[.)][ \t]/m.test(text);

/** Text, options as `A. ` or `A) `, and a line `ANSWER: B`; text and options may have several lines. */
export function readAiken(text: string): Found[] {
  const reader = new AikenReader();
  for (const line of text.split('\n')) reader.read(line);
  return reader.finish();
}

const nothing = (): Open => ({ title: [], options: [], after: [] });

class AikenReader {
  readonly #found: Found[] = [];
  #open = nothing();
  #wasBlank = true;
  /** Unlabelled lines directly below an answer: its rest, unless options follow. */
  #below: string[] = [];

  read(raw: string): void {
    const line = raw.trim();
    const hasOptions = this.#open.options.length > 0;
    const answer = (hasOptions ? ANY_ANSWER : ANSWER).exec(line)?.[1];
    if (answer !== undefined) this.#endAnswered(answer);
    else if (hasOptions && this.#mayGoOn(line)) this.#open.after.push(raw.trimEnd());
    else if (hasText(this.#open) || !this.#isBelowAnswer(raw, line)) this.#begin(raw, line);
    this.#wasBlank = line === '';
  }

  finish(): Found[] {
    this.#dropBelow();
    this.#endUnanswered();
    this.#endUnanswered();
    return this.#found;
  }

  /** Whether a line belongs to the answer above; text that options follow is the next question. */
  #isBelowAnswer(raw: string, line: string): boolean {
    const last = this.#found.at(-1);
    if (!last || line === '') return last !== undefined;
    const isDirectlyBelow = !this.#wasBlank;
    if (
      ALWAYS_BELOW.test(line) ||
      FEEDBACK.test(line) ||
      (isDirectlyBelow && LABELLED.test(line))
    ) {
      this.#dropBelow();
      leaveOut(last, line);
      return true;
    }
    if (OPTION.exec(line)?.[1]?.toUpperCase() === 'A') {
      this.#open.title = this.#below;
      this.#below = [];
      return false;
    }
    if (isDirectlyBelow) this.#below.push(raw.trimEnd());
    else this.#dropBelow();
    return isDirectlyBelow;
  }

  #dropBelow(): void {
    const text = this.#below.join(' ');
    this.#below = [];
    if (text === '') return;
    this.#found.push({
      title: '',
      item: `Text “${shorten(text)}”`,
      reason: 'It is below an answer and was not imported.',
    });
  }

  /** An unmarked line directly below an option may be its continuation. */
  #mayGoOn(line: string): boolean {
    return line !== '' && !this.#wasBlank && !OPTION.test(line) && !FEEDBACK.test(line);
  }

  #begin(raw: string, line: string): void {
    const [, letter = '', text = ''] = OPTION.exec(line) ?? [];
    const { options, after } = this.#open;
    const isOption = letter !== '' && isNext(this.#open, letter);
    if (!isOption && options.length > 0 && (line !== '' || after.length > 0)) {
      this.#endUnanswered();
    }
    if (letter !== '' && isNext(this.#open, letter)) this.#addOption(letter, text);
    else if (line !== '' || hasText(this.#open)) this.#open.title.push(raw.trimEnd());
  }

  #addOption(letter: string, text: string): void {
    this.#joinAfter();
    this.#open.options.push({ letter: letter.toUpperCase(), text: text.trimStart() });
  }

  #joinAfter(): void {
    const { options, after } = this.#open;
    const last = options.at(-1);
    if (last) last.text = [last.text, ...after.map((line) => line.trim())].join(' ').trim();
    this.#open.after = [];
  }

  #endAnswered(answer: string): void {
    if (!hasText(this.#open)) {
      this.#open.title = this.#below;
      this.#below = [];
    }
    this.#joinAfter();
    this.#found.push(close(this.#open, answer));
    this.#open = nothing();
  }

  /** Text after the last option starts the next question. */
  #endUnanswered(): void {
    const { title, options, after } = this.#open;
    const text = title.join('\n');
    if (text.trim() !== '' || options.length > 0) {
      this.#found.push({
        title: text,
        reason: 'It has no answer line such as ANSWER: B.',
      });
    }
    this.#open = { ...nothing(), title: after };
  }
}

function leaveOut(question: Found, line: string): void {
  if (!('leftOut' in question)) return;
  const points = POINTS.exec(line)?.[1];
  if (points !== undefined && question.points === undefined) {
    question.points = points;
    return;
  }
  const what = FEEDBACK.test(line) ? 'feedback' : 'explanation';
  const isKnown = FEEDBACK.test(line) || EXPLANATION.test(line);
  question.leftOut.push(
    isKnown ? `Its ${what} was not imported.` : `Its line “${shorten(line)}” was not imported.`,
  );
}

/** Options are lettered in order; earlier `I.` to `V.` are numbered lines of the question. */
const isNext = (open: Open, letter: string): boolean =>
  hasText(open) && letter.toUpperCase() === LETTERS.charAt(open.options.length);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const hasText = ({ title }: Open): boolean => title.some((line) => line.trim() !== '');

function close({ title, options }: Open, answer: string): Found {
  const letter = answer.trim().toUpperCase();
  const text = title.join('\n');
  if (letter.length > 1) {
    return {
      title: text,
      reason: 'Its answer isn’t a single letter; a question has one correct answer.',
    };
  }
  if (!options.some((option) => option.letter === letter)) {
    return { title: text, reason: `Its answer ${letter} isn’t one of its options.` };
  }
  const judged = options.map((option) => ({
    text: option.text,
    isRight: option.letter === letter,
  }));
  return { title: text, options: judged, topic: null, isPlain: true, leftOut: [] };
}

/** Aiken has one plain line per text; other questions are refused. */
export function writeAiken(questions: readonly WrittenQuestion[]): string {
  const written = questions.map(writeQuestion);
  const refused = written.flatMap((lines, index) => (lines === null ? [index + 1] : []));
  if (refused.length > 0) throw cannotWrite(refused);
  return written.join('\n');
}

function writeQuestion({ title, answers }: WrittenQuestion): string | null {
  if (answers.form !== 'options') return null;
  const [right = 0] = answers.right;
  const [asked = '', ...chosen] = [title, ...answers.options].map(plainLine);
  if (asked.length < 2 || OPTION.test(asked) || ANSWER.test(asked)) return null;
  if (chosen.includes('')) return null;
  const lines = chosen.map((option, index) => `${letterOf(index + 1)}. ${option}`);
  return [asked, ...lines, `ANSWER: ${letterOf(right)}`, ''].join('\n');
}

/** Null if a text has several lines or Markdown. */
function plainLine(markdown: string): string {
  const text = markdownToPlain(markdown) ?? '';
  return text.includes('\n') ? '' : text;
}

function cannotWrite(numbers: readonly number[]) {
  const named = numbers.slice(0, 10).join(', ');
  const those = numbers.length === 1 ? `question ${named} does` : `questions ${named} do`;
  return cannotBeWritten(
    `Aiken supports one plain line per text, and ${those} not fit. Choose GIFT, Moodle XML or QTI 3.0.`,
  );
}
