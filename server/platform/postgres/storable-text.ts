const MAX_FIELD = 100;

/** An object or array on the current path. */
interface Level {
  value: object;
  /** Null for an array. */
  names: readonly string[] | null;
  size: number;
  at: number;
}

/**
 * Finds text that the database can't store: a NUL character or an unpaired surrogate. Returns its
 * position, such as `body.name`, or null. Iterative, so that deeply nested input can't overflow the
 * stack; builds the position only when something is found.
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

/** A position that is too deep for a field name is named by its ancestor. */
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
