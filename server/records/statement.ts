/** The parts of a statement that a lab record prints apart. */
export interface StatementParts {
  /** Markdown. */
  aim: string;
  /** Markdown; empty if the statement has none. */
  algorithm: string;
}

const HEADING = /^ {0,3}#{1,6} (.*)$/;

/**
 * Divides a statement: the text below a heading that begins with "Algorithm" or "Procedure" is the algorithm, up to
 * the next heading; everything else is the aim. A heading "Aim" itself is left out, since the record has one.
 */
export function divideStatement(text: string): StatementParts {
  const aim: string[] = [];
  const algorithm: string[] = [];
  let target = aim;
  let isCode = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const title = isCode ? undefined : HEADING.exec(line)?.[1]?.trim();
    if (title !== undefined) target = /^(?:algorithm|procedure)\b/i.test(title) ? algorithm : aim;
    const isOwn = title !== undefined && (target === algorithm || /^aim\b/i.test(title));
    if (!isOwn) target.push(line);
  }
  return { aim: aim.join('\n').trim(), algorithm: algorithm.join('\n').trim() };
}
