/** A change of a text: from a character on, so many were replaced by others. Characters are UTF-16 code units. */
export interface TextChange {
  from: number;
  removed: number;
  added: string;
}

/** The shortest single change that makes one text the other; null if they are equal. */
export function changeBetween(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (
    same < shorter - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same += 1;
  // No half of a character of two units is stored.
  while (from > 0 && isHalf(after, from)) from -= 1;
  while (same > 0 && isHalf(after, after.length - same)) same -= 1;
  return {
    from,
    removed: before.length - same - from,
    added: after.slice(from, after.length - same),
  };
}

/** Whether a cut there would separate the two units of a character. */
function isHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
