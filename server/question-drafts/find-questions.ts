const NAME = '"questions"';
const SPACE = /\s/;

/** The parser's position: before the name, after it, after the colon, in the list, or after it. */
type Stage = 'before' | 'named' | 'colon' | 'list' | 'ended';

/**
 * Finds complete questions in a streamed reply that may have prose or code fences around its JSON:
 * the objects of the list after `"questions":`. Each character is scanned once, however small the
 * pieces are.
 */
export class QuestionFinder {
  #stage: Stage = 'before';
  /** Number of matched characters of the name. */
  #matched = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** The parts of the current object. */
  #parts: string[] = [];

  /** Whether the list of questions has started, and whether it has ended. */
  get isBegun(): boolean {
    return this.#stage === 'list' || this.#stage === 'ended';
  }
  get isEnded(): boolean {
    return this.#stage === 'ended';
  }

  /** Returns the questions that this piece completes. */
  add(piece: string): string[] {
    const entries: string[] = [];
    let start = 0;
    for (let at = 0; at < piece.length && this.#stage !== 'ended'; at += 1) {
      const character = piece.charAt(at);
      if (this.#stage !== 'list') {
        this.#seek(character);
        continue;
      }
      const before = this.#depth;
      this.#read(character);
      if (before === 0 && this.#depth === 1) start = at;
      if (before === 1 && this.#depth === 0) {
        entries.push([...this.#parts, piece.slice(start, at + 1)].join(''));
        this.#parts = [];
      }
    }
    if (this.#depth > 0) this.#parts.push(piece.slice(start));
    return entries;
  }

  #seek(character: string): void {
    if (this.#stage === 'before') {
      if (character === NAME.charAt(this.#matched)) this.#matched += 1;
      else this.#matched = character === '"' ? 1 : 0;
      if (this.#matched === NAME.length) this.#stage = 'named';
      return;
    }
    if (SPACE.test(character)) return;
    if (this.#stage === 'named' && character === ':') this.#stage = 'colon';
    else if (this.#stage === 'colon' && (character === '{' || character === '[')) {
      this.#stage = 'list';
    } else {
      this.#stage = 'before';
      this.#matched = character === '"' ? 1 : 0;
    }
  }

  #read(character: string): void {
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#isInText = false;
    } else if (character === '"') this.#isInText = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') {
      if (this.#depth === 0) this.#stage = 'ended';
      else this.#depth -= 1;
    }
  }
}
