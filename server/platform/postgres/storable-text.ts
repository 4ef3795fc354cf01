const MAX_FIELD = 100;

/** An object or a list on the way to where the search stands. */
interface Level {
  value: object;
  /** Null for a list, whose items are counted. */
  names: readonly string[] | null;
  size: number;
  at: number;
}

/**
 * Finds text that the database cannot keep: a NUL character, or half of a surrogate pair.
 * Answers where it stands, as `body.name`, or null. Walks without recursion, so that deeply nested
 * input ends no stack, and writes a place down only when there is something to tell.
 */
export function findUnstorableText(value: unknown): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : '';
  const levels = isNesting(value) ? [levelOf(value)] : [];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    level.at += 1;
    if (level.at === level.size) {
      levels.pop();
      continue;
    }
    const name = level.names?.[level.at];
    if (name !== undefined && !isStorable(name)) return fieldOf(levels.slice(0, -1));
    const inner: unknown = Reflect.get(level.value, name ?? level.at);
    if (typeof inner === 'string' && !isStorable(inner)) return fieldOf(levels);
    if (isNesting(inner)) levels.push(levelOf(inner));
  }
  return null;
}

const isNesting = (value: unknown): value is object => typeof value === 'object' && value !== null;

function levelOf(value: object): Level {
  if (Array.isArray(value)) return { value, names: null, size: value.length, at: -1 };
  const names = Object.keys(value);
  return { value, names, size: names.length, at: -1 };
}

/** Something deeper than a field may say is named by the part that holds it. */
function fieldOf(levels: readonly Level[]): string {
  let field = '';
  for (const { names, at } of levels) {
    const name = names ? names[at] : String(at);
    const longer = field === '' ? `${name}` : `${field}.${name}`;
    if (longer.length > MAX_FIELD) break;
    field = longer;
  }
  return field;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
