/** Characters and names that some operating systems reject in file names. */
const FORBIDDEN = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const MAX_LENGTH = 100;

/** Returns a similar name that unpacks on every system and is never a path. */
export function safeName(name: string): string {
  const plain = name
    .replaceAll(FORBIDDEN, '_')
    .replace(/^[.\s]+/, '_')
    .replace(/(?<![.\s])[.\s]+$/, '');
  const short = shorten(plain.toWellFormed());
  if (short === '') return '_';
  return RESERVED.test(short) ? `_${short}` : short;
}

/** Returns safe names for files in one folder; duplicates get a number. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = safeName(name);
    let distinct = safe;
    for (let number = 2; taken.has(distinct.toLowerCase()); number += 1) {
      distinct = withNumber(safe, number);
    }
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}

/** Keeps the file extension. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const ending = endingOf(name);
  return characters.slice(0, MAX_LENGTH - ending.length).join('') + ending;
}

function withNumber(name: string, number: number): string {
  const ending = endingOf(name);
  return `${name.slice(0, name.length - ending.length)} (${number})${ending}`;
}

function endingOf(name: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
}
