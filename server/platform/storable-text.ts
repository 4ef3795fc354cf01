/**
 * Finds text that the database cannot keep: a NUL character, or half of a surrogate pair.
 * Answers where it stands, as `body.name`, or null. Walks without recursion, so that deeply nested
 * input ends no stack.
 */
export function findUnstorableText(value: unknown): string | null {
  const waiting: { value: unknown; field: string }[] = [{ value, field: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return next.field;
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, inner] of Object.entries(next.value)) {
      const field = next.field === '' ? key : `${next.field}.${key}`;
      if (!isStorable(key)) return next.field;
      // A field deeper than this is named by the part that holds it.
      waiting.push({ value: inner, field: field.length > 100 ? next.field : field });
    }
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
