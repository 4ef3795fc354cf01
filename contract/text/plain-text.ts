/** Longer than any question may be; longer texts are refused without conversion. */
const MAX_LENGTH = 50_000;

/**
 * Converts plain text to Markdown that displays exactly that text: without bold, lists or formulas, with all line
 * breaks and spaces.
 */
export function plainToMarkdown(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const written = keepOuterBlanks(escapeMarkdown(line, { isAtLineStart: true, isWhole: true }));
      if (index === lines.length - 1) return written;
      // Two spaces break a line; an empty line needs visible content.
      return written === '' ? '\\\n' : `${written}  \n`;
    })
    .join('');
}

/** Returns the plain text that was converted to this Markdown, or null if it has another origin. */
export function markdownToPlain(markdown: string): string | null {
  if (markdown.length > MAX_LENGTH) return null;
  const text = markdown
    .split('\n')
    .map((line) => (line === '\\' ? '' : line.replace(/ {2}$/, '')))
    .map((line) => line.replaceAll(/\\([!-/:-@[-`{-~])|&#(9|32);/g, readMark))
    .join('\n');
  return plainToMarkdown(text) === markdown ? text : null;
}

const readMark = (_: string, marked: string | undefined, code: string): string =>
  marked ?? String.fromCharCode(Number(code));

interface Place {
  isAtLineStart: boolean;
  /** Nothing precedes or follows on the same line. */
  isWhole?: boolean;
}

/** Escapes only what Markdown would change in one line. */
export function escapeMarkdown(text: string, { isAtLineStart, isWhole = false }: Place): string {
  const escaped = escapeRuns(text, isWhole)
    .replaceAll(/[`$]/g, '\\$&')
    .replaceAll(/<(?=[a-zA-Z/!?])/g, '\\<')
    .replaceAll(/&(?=#?\w{1,31};)/g, '\\&')
    .replaceAll(/\[(?=\^)|\](?=[([:])/g, '\\$&')
    .replaceAll(/[[\]<&]$/g, isWhole ? '$&' : '\\$&')
    .replaceAll(/\S+/g, breakAddress);
  return isAtLineStart ? escapeLineStart(escaped) : escaped;
}

const EMPHASIS = /\\(?=[!-/:-@[-`{-~]|[ \t]?$)|\*+|_+|~+/g;

/** Backslashes, and emphasis markers where they could open or close. */
function escapeRuns(text: string, isWhole: boolean): string {
  const isRule = isWhole && /^[*_ \t]+$/.test(text);
  return text.replaceAll(EMPHASIS, (run, place: number) => {
    if (run === '\\') return '\\\\';
    const edge = isWhole ? ' ' : '*';
    const before = text.charAt(place - 1) || edge;
    const after = text.charAt(place + run.length) || edge;
    const isApart = isBlank(before) && isBlank(after) && !isRule;
    const isInWord = run.startsWith('_') && isOfWord(before) && isOfWord(after);
    return isApart || isInWord ? run : run.replaceAll(/./g, '\\$&');
  });
}

const isBlank = (character: string): boolean => character === ' ' || character === '\t';
const isOfWord = (character: string): boolean => /[A-Za-z0-9]/.test(character);

/** Inside an address everything is literal, even a backslash; a damaged address is not one. */
const breakAddress = (word: string): string =>
  word.includes('\\') ? word.replaceAll(/(https?)(?=:\/\/)|(www)(?=\.)/gi, '$1$2\\') : word;

/** Headings, quotations, lists, rules and tables are recognised at the start of a line. */
function escapeLineStart(line: string): string {
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? '';
  const rest = line.slice(blanks.length);
  const marked = rest
    .replace(/^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|[-:|][-:|\s]*$|~)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
  return blanks + marked;
}

/** Spaces at the ends of a line are lost unless the outermost ones are written as character references. */
function keepOuterBlanks(line: string): string {
  const first = line.charAt(0);
  const begun = isBlank(first) ? `&#${first.charCodeAt(0)};${line.slice(1)}` : line;
  const last = begun.charAt(begun.length - 1);
  return isBlank(last) ? `${begun.slice(0, -1)}&#${last.charCodeAt(0)};` : begun;
}
