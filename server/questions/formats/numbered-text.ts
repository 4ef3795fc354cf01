import { findNamedOptions } from './csv-questions.ts';
import { type Found, shorten } from '../reading/plain-question.ts';
import { NO_CHARACTER } from './word-characters.ts';

const NAMED = /^(?:q(?:uestion|n)?|que|ques)\s*(?:[.:-]\s*)?(\d{1,4})\s*(?:[.):\]-]\s*)?([^]*)/i;
const NUMBERED = /^\(?(\d{1,4})\s*[.):\]]\s*([^]*)/;
const OPTION = /^([*✓✔]?)\s*[([]?([a-hA-H])\s*[.)\]:]\s*([^]*)/;
const NUMBERED_OPTION = /^([*✓✔]?)\s*[([]?([1-8])\s*[.)\]:]\s*([^]*)/;
const ANSWER =
  /^(?:the\s+)?(?:correct\s+|right\s+)?(?:answer|ans|key|option)\s*(?:is\s*)?[.:=–-]+\s*([^]+)/i;
const EXPLANATION = /^(?:explanation|feedback|solution|hint|reason)\s*[.:=–-]/i;
/** Marks the position of a picture. */
export const PICTURE = '\uFFFC';
/** Marks the position of a Word formula. */
export const FORMULA = '\uFFFA';

interface Open {
  isNumbered: boolean;
  hasOwnList: boolean;
  title: string[];
  options: { text: string; isMarked: boolean }[];
  answer: string | null;
  leftOut: string[];
  /** The numbers in front of its options are not consecutive. */
  isMisnumbered: boolean;
}

/** Numbered questions with lettered options, as people type them and as pasted from Word. */
export function readNumberedText(text: string): Found[] {
  const lines = text.split('\n').map(readLine);
  const hasNames = lines.some((line) => NAMED.test(line.trim()));
  const hasNumbers = hasNames || lines.some((line) => NUMBERED.test(line.trim()));
  const reader = new TextReader(hasNames, hasNumbers);
  const counting = hasNames ? findCountingLines(lines) : new Set<number>();
  for (const [place, line] of lines.entries()) reader.read(line, counting.has(place));
  return reader.finish();
}

/**
 * If questions have names, numbers may precede options and numbered lines of a question: returns the latter. They
 * are recognised because options are lettered, or begin again at one with another marker, as 1) after 1.
 */
function findCountingLines(lines: readonly string[]): Set<number> {
  const counting = new Set<number>();
  let numbered: { place: number; number: string; mark: string }[] = [];
  let letters = '';
  const endQuestion = () => {
    const first = numbered[0]?.mark;
    const again = numbered.findIndex(({ number, mark }) => number === '1' && mark !== first);
    const isLettered = letters.includes('ab');
    for (const { place } of isLettered ? numbered : numbered.slice(0, Math.max(0, again))) {
      counting.add(place);
    }
    [numbered, letters] = [[], ''];
  };
  for (const [place, written] of lines.entries()) {
    const line = written.trim();
    const [, , letter = '', text = ''] = OPTION.exec(line) ?? [];
    const [, , number] = NUMBERED_OPTION.exec(line) ?? [];
    if (NAMED.test(line)) endQuestion();
    else if (number !== undefined) numbered.push({ place, number, mark: markAfter(line, number) });
    else letters += /a/i.test(letter) && findLabel(text, 'b') ? 'ab' : letter.toLowerCase();
  }
  endQuestion();
  return counting;
}

/** The separator after a number, with the bracket before it: 1. or 1) or (1). */
const markAfter = (line: string, number: string): string =>
  line.slice(0, line.indexOf(number)) +
  line
    .slice(line.indexOf(number) + 1)
    .trimStart()
    .charAt(0);

/** Keeps the indentation of programs; other tabs separate words. */
function readLine(written: string): string {
  const line = written.replaceAll('\u00A0', ' ').trimEnd();
  const rest = line.trimStart();
  const blanks = line.slice(0, line.length - rest.length).replaceAll('\t', '    ');
  return blanks + rest.replaceAll('\t', ' ');
}

class TextReader {
  readonly #hasNames: boolean;
  readonly #hasNumbers: boolean;
  readonly #found: Found[] = [];
  #open: Open | null = null;
  #wasBlank = true;

  constructor(hasNames: boolean, hasNumbers: boolean) {
    this.#hasNames = hasNames;
    this.#hasNumbers = hasNumbers;
  }

  /** A line in `counts` belongs to the question, though it starts with a number. */
  read(raw: string, counts: boolean): void {
    const line = raw.trim();
    const begun = this.#findBeginning(line);
    if (begun !== null) this.#begin(begun, true);
    else if (line === '') this.#open?.title.push('');
    else if (this.#open) this.#goOn(line, raw, counts);
    else this.#begin(line);
    this.#wasBlank = line === '';
  }

  finish(): Found[] {
    this.#close();
    return this.#found;
  }

  #findBeginning(line: string): string | null {
    const named = NAMED.exec(line);
    if (this.#hasNames) return named?.[2] ?? null;
    const numbered = NUMBERED.exec(line);
    if (!numbered || this.#isOwnList(Number(numbered[1]))) return null;
    return numbered[2] ?? null;
  }

  /** A question without options may have numbered lines: starting at one, then consecutive. */
  #isOwnList(number: number): boolean {
    const open = this.#open;
    if (!open?.isNumbered || open.options.length > 0) return false;
    open.hasOwnList ||= number === 1;
    return open.hasOwnList;
  }

  #begin(title: string, isNumbered = false): void {
    this.#close();
    this.#open = {
      isNumbered,
      hasOwnList: false,
      title: [title],
      options: [],
      answer: null,
      leftOut: [],
      isMisnumbered: false,
    };
  }

  #goOn(line: string, raw: string, counts: boolean): void {
    const open = this.#open;
    if (!open) return;
    const numbered = this.#hasNames && !counts ? NUMBERED_OPTION.exec(line) : null;
    const option = OPTION.exec(line) ?? numbered;
    const answer = ANSWER.exec(line)?.[1];
    if (answer !== undefined && open.options.length > 0) open.answer = answer;
    else if (EXPLANATION.test(line)) open.leftOut.push('Its explanation was not imported.');
    else if (option && open.answer === null) {
      if (option === numbered && Number(option[2]) !== open.options.length + 1)
        open.isMisnumbered = true;
      this.#addOptions(open, option);
    } else if (open.options.length === 0) open.title.push(raw);
    else if (this.#wasBlank || open.answer !== null) this.#begin(line);
    else {
      const last = open.options.at(-1);
      if (last) last.text += ` ${line}`;
    }
  }

  /** A line may contain several options: (a) … (b) … */
  #addOptions(open: Open, [, mark = '', label = '', text = '']: RegExpExecArray): void {
    let rest = text;
    let isMarked = mark !== '';
    for (let code = label.charCodeAt(0) + 1; code < label.charCodeAt(0) + 8; code += 1) {
      const next = findLabel(rest, String.fromCharCode(code));
      if (!next) break;
      open.options.push(readMark(rest.slice(0, next.start), isMarked));
      isMarked = next.isMarked;
      rest = rest.slice(next.end);
    }
    open.options.push(readMark(rest, isMarked));
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (!open) return;
    const title = open.title.join('\n').trim();
    if (title === '' && open.options.length === 0) return;
    const isHeading = this.#hasNumbers && !open.isNumbered && open.options.length === 0;
    this.#found.push(isHeading ? outside(title) : judgeOpen(open, title));
  }
}

const outside = (title: string): Found => ({
  title,
  item: `Text “${shorten(title)}”`,
  reason: 'It is outside of the numbered questions.',
});

function findLabel(text: string, letter: string) {
  const found = new RegExp(`\\s([*✓✔]?)\\s?[(\\[]?${letter}[.)\\]]\\s*(?=\\S)`, 'i').exec(text);
  if (!found) return null;
  const end = found.index + found[0].length;
  return { start: found.index, end, isMarked: found[1] !== '' };
}

function readMark(written: string, isMarked: boolean) {
  const text = written.trim();
  const marked = /^(.*\S)\s*(?:✓|✔|[([](?:correct|right|ans(?:wer)?)[)\]])$/i.exec(text);
  if (marked) return { text: marked[1] ?? '', isMarked: true };
  return { text, isMarked };
}

/** If nothing else is marked, a single star at one option marks it. */
function findStar(options: Open['options']): Open['options'] {
  const starred = options.filter(({ text }) => text.includes('*'));
  if (starred.length !== 1 || options.some(({ isMarked }) => isMarked)) return options;
  return options.map((option) => (option === starred[0] ? readStar(option.text) : option));
}

function readStar(text: string) {
  const bare = (/^\*([^*]+)$/.exec(text) ?? /^([^*]+)\*{1,2}$/.exec(text))?.[1]?.trim();
  return bare === undefined ? { text, isMarked: false } : { text: bare, isMarked: true };
}

const findAnswer = (lines: readonly string[]) =>
  lines.map((line) => ANSWER.exec(line.trim())?.[1]).find(Boolean);

/** A statement with the line `Answer: True` or `Answer: F`; null for anything else. */
function readTruth(lines: readonly string[], leftOut: string[]): Found | null {
  const truth = /^(true|false|t|f)[.)]?$/i.exec(findAnswer(lines)?.trim() ?? '')?.[1];
  if (truth === undefined) return null;
  const title = lines.filter((line) => !ANSWER.test(line.trim())).join('\n');
  const right = /^t/i.test(truth) ? 'true' : 'false';
  const answers = { form: 'truth', right, cost: '0' } as const;
  return { title, answers, topic: null, isPlain: true, leftOut };
}

/** Question types without options, by the line that indicates them. */
function nameOtherKind(lines: readonly string[]): string {
  const answer = findAnswer(lines);
  if (lines.some((line) => TRUE_FALSE.test(line)))
    return 'It is a true/false question whose answer is not given as Answer: True.';
  if (answer === undefined)
    return 'It is an essay question, or its options are not marked as a) to d).';
  return 'It is a short-answer question, or its options are not marked as a) to d).';
}

const TRUE_FALSE = /\b(?:true\s?(?:\/|or)\s?false|t\/f)\b/i;

function judgeOpen({ options, answer, leftOut, ...open }: Open, title: string): Found {
  const texts = options.map(({ text }) => text);
  if ([title, ...texts].some((text) => text.includes(PICTURE))) {
    const shown = title.replaceAll(PICTURE, '').trim() || open.title.join(' ').trim();
    return { title: shown, reason: 'It has a picture, which isn’t supported.' };
  }
  if ([title, ...texts].some((text) => text.includes(FORMULA))) {
    return {
      title: title.replaceAll(FORMULA, '…'),
      reason:
        'It has a Word formula, which isn’t supported; write it between dollar signs, such as $x^2$.',
    };
  }
  if ([title, ...texts].some((text) => text.includes(NO_CHARACTER))) {
    const shown = title.replaceAll(NO_CHARACTER, '…');
    return {
      title: shown,
      reason: 'It has superscripts, subscripts or symbols that text can’t represent.',
    };
  }
  if (options.length === 0) {
    return readTruth(open.title, leftOut) ?? { title, reason: nameOtherKind(open.title) };
  }
  if (open.isMisnumbered) {
    return { title, reason: 'The numbers of its options aren’t consecutive.' };
  }
  if (answer === null) {
    const judged = findStar(options).map(({ text, isMarked }) => ({ text, isRight: isMarked }));
    return { title, options: judged, topic: null, isPlain: true, leftOut };
  }
  const right = findNamedOptions(answer.replace(/^[([]?([a-h1-8])[)\].:]\s.*$/i, '$1'), texts);
  if (typeof right === 'string') return { title, reason: right };
  if (options.some(({ isMarked }, place) => isMarked && !right.includes(place))) {
    return { title, reason: 'Its answer line and its marked option differ.' };
  }
  const judged = texts.map((text, place) => ({ text, isRight: right.includes(place) }));
  return { title, options: judged, topic: null, isPlain: true, leftOut };
}
