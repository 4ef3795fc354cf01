/** One Java token: a comment, a string, a character, a word, or a bracket, brace or semicolon. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"""(?:\\[^]|[^\\])*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[\p{L}\p{Nl}\p{Sc}\p{Pc}][\p{ID_Continue}\p{Sc}]*|[{}();]/gu;
const MARK = /^[{}();]/;
const KINDS = new Set(['class', 'interface', 'enum', 'record']);
const OPENING = new Set(['{', '(']);
const CLOSING = new Set(['}', ')']);
/** The longest file name, less `.java`. */
const MAX_NAME_BYTES = 250;

interface OuterType {
  name: string;
  isPublic: boolean;
}

/** The types at the outermost level, in the order of the source. */
function* findOuterTypes(source: string): Generator<OuterType> {
  let depth = 0;
  let isPublic = false;
  let isName = false;
  for (const [token] of source.matchAll(TOKEN)) {
    if (/^["'/]/.test(token)) continue;
    if (isName && !MARK.test(token)) yield { name: token, isPublic };
    if (isName) isPublic = false;
    if (OPENING.has(token)) depth++;
    else if (CLOSING.has(token)) depth--;
    isName = depth === 0 && !isName && KINDS.has(token);
    if (depth > 0) continue;
    if (token === ';' || token === '}') isPublic = false;
    else if (token === 'public') isPublic = true;
  }
}

/** Their names. */
export const listOuterTypes = (source: string): string[] =>
  [...findOuterTypes(source)].map(({ name }) => name);

function findPublicType(source: string): string | null {
  for (const { name, isPublic } of findOuterTypes(source)) if (isPublic) return name;
  return null;
}

/** Java requires a public class to be in a file of the same name. Without one, the name is Main, as in Judge0. */
export function mainClass(source: string): string {
  const name = findPublicType(source);
  return name !== null && Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : 'Main';
}
