/** One Java token: a comment, a string, a character, a word, or a bracket, brace or semicolon. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"""(?:\\[^]|[^\\])*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[\p{L}\p{Nl}\p{Sc}\p{Pc}][\p{ID_Continue}\p{Sc}]*|[{}();]/gu;
const MARK = /^[{}();]/;
const KINDS = new Set(['class', 'interface', 'enum', 'record']);
const OPENING = new Set(['{', '(']);
const CLOSING = new Set(['}', ')']);
/** The longest file name, less `.java`. */
const MAX_NAME_BYTES = 250;

/** The name of the first public type at the outermost level. */
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

/** Java requires a public class to be in a file of the same name. Without one, the name is Main, as in Judge0. */
export function mainClass(source: string): string {
  const name = findPublicType(source);
  return name !== null && Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : 'Main';
}
