/**
 * Limits of Markdown rendering. Some texts take quadratic time, and thousands of nested quotes
 * can't be rendered at all, so a text is measured first in one pass. A statement of several pages
 * needs half of these limits.
 */
const MAX_COST = 4000;
const MAX_LEVELS = 20;
const MAX_LENGTH = 50_000;

const LINE = 4;
/** Each of these may start a construct that the parser seeks up to the end of the text. */
const costs: Partial<Record<string, number>> = {
  '*': 4,
  _: 4,
  '~': 4,
  '[': 4,
  ']': 4,
  '!': 4,
  '<': 4,
  '&': 4,
  '@': 4,
  '|': 1,
  '`': 1,
  '\\': 1,
  // Formulas are rendered separately.
  $: 20,
};

/** Whether a Markdown text can be rendered without blocking the page. */
export function canBeLaidOut(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  // After these, a line of backticks may not be a code fence.
  const hasFencesAlone = !/^ {0,3}(?:\$\$|~~~|<)/m.test(text);
  let cost = 0;
  let openTicks = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    cost += LINE;
    const isCode = openTicks > 0;
    if (hasFencesAlone) openTicks = ticksAfter(line, openTicks);
    // A code block is cheap, whatever its length.
    if (!isCode && openTicks === 0) {
      if (levelsOf(line) > MAX_LEVELS) return false;
      cost += costOf(line);
    }
    if (cost > MAX_COST) return false;
  }
  return true;
}

/** Number of backticks of the code block that continues after this line; 0 if there is none. */
function ticksAfter(line: string, openTicks: number): number {
  const [lead = ''] = /^ {0,3}(?=`)/.exec(line) ?? [];
  const [ticks = ''] = /^`*/.exec(line.slice(lead.length)) ?? [];
  const rest = line.slice(lead.length + ticks.length);
  if (openTicks > 0) return ticks.length >= openTicks && rest.trim() === '' ? 0 : openTicks;
  const begins = ticks.length >= 3 && lead === '' && !rest.includes('`');
  return begins ? ticks.length : 0;
}

/** Maximum depth of lists and quotes. */
function levelsOf(line: string): number {
  let blanks = 0;
  let marks = 0;
  for (const character of line) {
    if (character === ' ') blanks += 1;
    else if (character === '\t') blanks += 4;
    else if (/[>*+\-.)\d]/.test(character)) marks += 1;
    else break;
    if (marks > 2 * MAX_LEVELS) break;
  }
  return marks === 0 ? 0 : marks + Math.floor(blanks / 2);
}

function costOf(line: string): number {
  let cost = 0;
  for (const character of line) cost += costs[character] ?? 0;
  return cost;
}
