/**
 * What laying out may cost. Some texts cost the square of their length, and one that nests thousands of
 * quotes cannot be laid out at all; so a text is measured first, in one pass. What a statement of
 * several pages needs is half of this.
 */
const MAX_COST = 4000;
const MAX_LEVELS = 20;
const MAX_LENGTH = 50_000;

const LINE = 4;
/** Each may begin something that is looked for to the end of the text. */
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
  // A formula is drawn by itself.
  $: 20,
};

/** Whether a text in Markdown may be laid out while the page waits. */
export function canBeLaidOut(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  // Beside these a line of ticks may mean something else than a block of code.
  const hasFencesAlone = !/^ {0,3}(?:\$\$|~~~|<)/m.test(text);
  let cost = 0;
  let openTicks = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    cost += LINE;
    const isCode = openTicks > 0;
    if (hasFencesAlone) openTicks = ticksAfter(line, openTicks);
    // A block of code costs little, however much it holds.
    if (!isCode && openTicks === 0) {
      if (levelsOf(line) > MAX_LEVELS) return false;
      cost += costOf(line);
    }
    if (cost > MAX_COST) return false;
  }
  return true;
}

/** With how many ticks the block of code began that goes on after this line; 0 for none. */
function ticksAfter(line: string, openTicks: number): number {
  const [lead = ''] = /^ {0,3}(?=`)/.exec(line) ?? [];
  const [ticks = ''] = /^`*/.exec(line.slice(lead.length)) ?? [];
  const rest = line.slice(lead.length + ticks.length);
  if (openTicks > 0) return ticks.length >= openTicks && rest.trim() === '' ? 0 : openTicks;
  const begins = ticks.length >= 3 && lead === '' && !rest.includes('`');
  return begins ? ticks.length : 0;
}

/** How many lists and quotes a line may stand in. */
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
