import type { MessagePattern } from '@vlabs/contract/runs/languages/entry';
import type { Diagnostic } from '@vlabs/contract/runs/runs';

/** The text of a message is at most this many lines away from its place. */
const NEARBY = 12;

interface Messages {
  lines: readonly string[];
  patterns: readonly MessagePattern[];
  sourceFile: RegExp;
  max: number;
}

/** Reads messages as the entry of a language describes them. */
export function readPatterns({ lines, patterns, sourceFile, max }: Messages): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [at, line] of lines.entries()) {
    if (found.length >= max) break;
    const read = readAt(lines, at, { line, patterns, sourceFile });
    if (read) found.push(read);
  }
  return found;
}

function readAt(
  lines: readonly string[],
  at: number,
  { line, patterns, sourceFile }: { line: string } & Pick<Messages, 'patterns' | 'sourceFile'>,
): Diagnostic | null {
  for (const { place, text, textIs } of patterns) {
    const groups = place.exec(line)?.groups;
    if (!groups || !sourceFile.test(groups['file'] ?? '')) continue;
    const said = text ? findText(nearby(lines, at, textIs), text) : groups;
    if (!said) continue;
    return {
      severity: said['severity'] === 'warning' ? 'warning' : 'error',
      line: Number(groups['line']),
      column: groups['column'] === undefined ? null : Number(groups['column']),
      text: (said['text'] ?? '').trim(),
    };
  }
  return null;
}

/** The nearest first. */
const nearby = (lines: readonly string[], at: number, textIs: MessagePattern['textIs']) =>
  textIs === 'before'
    ? lines.slice(Math.max(0, at - NEARBY), at).toReversed()
    : lines.slice(at + 1, at + 1 + NEARBY);

function findText(lines: readonly string[], text: RegExp) {
  for (const line of lines) {
    const groups = text.exec(line)?.groups;
    if (groups) return groups;
  }
  return null;
}
