const NAME = '"questions"';
const SPACE = /\s/;

/** Where the finder is: before the name, after it, after the colon, in the list, or after it. */
type Stage = 'before' | 'named' | 'colon' | 'list' | 'ended';

/**
 * Finds the questions in a reply that is still coming, and may have chatter or code fences around its
 * JSON: what stands between the braces of each entry after `"questions":`. Each character is looked at
 * once, however small the pieces are in which they come.
 */
export class QuestionFinder {
  #stage: Stage = 'before';
  /** How much of the name was read. */
  #matched = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** The parts of the entry that is being read. */
  #parts: string[] = [];

  /** The list of questions was begun, and has ended. */
  get isBegun(): boolean {
    return this.#stage === 'list' || this.#stage === 'ended';
  }
  get isEnded(): boolean {
    return this.#stage === 'ended';
  }

  /** The texts of the questions that are there as a whole with this piece. */
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
