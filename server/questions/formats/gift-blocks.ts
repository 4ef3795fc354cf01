import { findUnescaped } from './gift-escapes.ts';

const BEGINS = /^\s*(?:::|\$CATEGORY:)/;
const TOPIC = /^\s*\$CATEGORY:/;

/** The questions of a file: separated by blank lines, or begun by a name or text below the answers of another. */
export function splitBlocks(text: string): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.trim() === '') paragraphs.push([]);
    else if (!line.trimStart().startsWith('//')) paragraphs.at(-1)?.push(line);
  }
  return joinBraces(paragraphs.filter((lines) => lines.length > 0))
    .flatMap(splitQuestions)
    .map((lines) => lines.join('\n').trim())
    .filter((block) => block !== '');
}

/** A blank line within braces separates nothing, if they are closed before others open. */
function joinBraces(paragraphs: readonly string[][]): string[][] {
  const joined: string[][] = [];
  for (let at = 0; at < paragraphs.length; at += 1) {
    const lines = paragraphs[at] ?? [];
    const end = isOpenAfter(lines) ? findEnd(paragraphs, at + 1) : null;
    joined.push(end === null ? lines : paragraphs.slice(at, end + 1).flat());
    at = end ?? at;
  }
  return joined;
}

/** The paragraph that closes the braces. */
function findEnd(paragraphs: readonly string[][], from: number): number | null {
  for (let at = from; at < paragraphs.length; at += 1) {
    const lines = paragraphs[at] ?? [];
    if (lines.some((line) => BEGINS.test(line))) return null;
    const text = lines.join('\n');
    const place = findUnescaped(text, '{}', 0);
    if (place >= 0) return text.charAt(place) === '}' ? at : null;
  }
  return null;
}

const isOpenAfter = (lines: readonly string[]): boolean =>
  lines.reduce((isOpen, line) => stepOver(line, isOpen), false);

/** Whether braces are open after a line. */
function stepOver(line: string, isOpen: boolean): boolean {
  let open = isOpen;
  for (let at = findUnescaped(line, '{}', 0); at >= 0; at = findUnescaped(line, '{}', at + 1)) {
    open = line.charAt(at) === '{';
  }
  return open;
}

/** Text after answers that end a line is a question of its own if it has answers too. */
function splitQuestions(lines: readonly string[]): string[][] {
  const questions: string[][] = [[]];
  const lastAnswers = lines.findLastIndex((line) => findUnescaped(line, '{', 0) >= 0);
  let isOpen = false;
  let hasEnded = false;
  for (const [at, line] of lines.entries()) {
    const begins = hasEnded && (at <= lastAnswers || BEGINS.test(line));
    if (begins || (!isOpen && TOPIC.test(line))) questions.push([]);
    questions.at(-1)?.push(line);
    isOpen = stepOver(line, isOpen);
    hasEnded = !isOpen && line.trimEnd().endsWith('}');
  }
  return questions;
}
