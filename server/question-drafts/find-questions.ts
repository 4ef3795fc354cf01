/** What stands in a reply so far. */
export interface FoundQuestions {
  /** The text of each question that is there as a whole. */
  entries: string[];
  /** The list of questions was begun, and has ended. */
  isBegun: boolean;
  isEnded: boolean;
}

const BEGIN = /"questions"\s*:\s*[{[]/;

/**
 * Finds the questions in a reply that may still be coming, and may have chatter or code fences around
 * its JSON: what stands between the braces of each entry after `"questions":`.
 */
export function findQuestions(reply: string): FoundQuestions {
  const begin = BEGIN.exec(reply);
  if (!begin) return { entries: [], isBegun: false, isEnded: false };
  const entries: string[] = [];
  let depth = 0;
  let entryStart = 0;
  for (let at = begin.index + begin[0].length; at < reply.length; at += 1) {
    const character = reply[at];
    if (character === '"') {
      at = endOfText(reply, at);
    } else if (character === '{' || character === '[') {
      if (depth === 0) entryStart = at;
      depth += 1;
    } else if (character === '}' || character === ']') {
      if (depth === 0) return { entries, isBegun: true, isEnded: true };
      depth -= 1;
      if (depth === 0) entries.push(reply.slice(entryStart, at + 1));
    }
  }
  return { entries, isBegun: true, isEnded: false };
}

/** The place of the closing quote, or the end of what has come. */
function endOfText(reply: string, from: number): number {
  for (let at = from + 1; at < reply.length; at += 1) {
    if (reply[at] === '\\') at += 1;
    else if (reply[at] === '"') return at;
  }
  return reply.length;
}
