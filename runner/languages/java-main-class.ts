/** What Java reads as one: a comment, a text, a character, a word, or a mark that opens or ends something. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"""(?:\\[^]|[^\\])*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[\p{L}\p{Nl}\p{Sc}\p{Pc}][\p{ID_Continue}\p{Sc}]*|[{}();]/gu;
const MARK = /^[{}();]/;
const KINDS = new Set(['class', 'interface', 'enum', 'record']);
const OPENING = new Set(['{', '(']);
const CLOSING = new Set(['}', ')']);
/** With `.java` behind it, the longest name that a file may have. */
const MAX_NAME_BYTES = 250;

/** The word that follows the kind of the first public type of the outermost level. */
function findPublicType(source: string): string | null {
  let depth = 0;
  let isPublic = false;
  let isName = false;
  for (const [token] of source.matchAll(TOKEN)) {
    if (/^["'/]/.test(token)) continue;
    if (isName) return MARK.test(token) ? null : token;
    if (OPENING.has(token)) depth++;
    else if (CLOSING.has(token)) depth--;
    if (depth > 0) continue;
    if (token === ';' || token === '}') isPublic = false;
    else if (token === 'public') isPublic = true;
    else isName = isPublic && KINDS.has(token);
  }
  return null;
}

/** Java demands that a public class lives in a file of its name; without one it is Judge0's Main. */
export function mainClass(source: string): string {
  const name = findPublicType(source);
  return name !== null && Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : 'Main';
}
