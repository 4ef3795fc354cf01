/**
 * Splits the leading includes of system headers from a source. Accepts only unambiguous lines: the first line of any
 * other kind ends the block.
 */
export interface LeadingIncludes {
  /** One `#include <name>` per line, in the source's order. */
  block: string;
  /** The source with these lines blank, so that line numbers stay the same. */
  rest: string;
}

const INCLUDE =
  /^[ \t]*#[ \t]*include[ \t]*<([A-Za-z0-9_+][A-Za-z0-9_+./-]*)>[ \t]*(?:\/\/[^\\]*)?$/;

/** Null if the source begins with anything else, or with a header that is not the system's. */
export function leadingIncludes(source: string): LeadingIncludes | null {
  const lines = source.split('\n');
  const names: string[] = [];
  for (const [index, raw] of lines.entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const name = INCLUDE.exec(line)?.[1];
    if (name?.includes('..')) return null;
    if (name !== undefined) {
      names.push(name);
      lines[index] = '';
    } else if (!isWithoutMeaning(line)) break;
  }
  if (names.length === 0) return null;
  return { block: names.map((name) => `#include <${name}>\n`).join(''), rest: lines.join('\n') };
}

/** A blank line, or one comment and blanks. */
function isWithoutMeaning(line: string): boolean {
  const start = endOfBlanks(line, 0);
  if (start === line.length) return true;
  if (line.startsWith('//', start)) return !line.includes('\\', start);
  if (!line.startsWith('/*', start)) return false;
  const end = line.indexOf('*/', start + 2);
  return end !== -1 && endOfBlanks(line, end + 2) === line.length;
}

function endOfBlanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return at;
}
