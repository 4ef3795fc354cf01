import type { NamedInput } from './inputs.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})([^]*)/;

/**
 * The samples of a statement: code blocks titled "sample input" and "sample output", or just
 * "input" and "output", after the fence or in the line above it.
 */
export function findSamples(markdown: string): NamedInput[] {
  const samples: NamedInput[] = [];
  let isOpen = false;
  for (const { title, text } of listBlocks(markdown)) {
    const kind = kindOf(title);
    if (kind === null) continue;
    if (kind === 'input' || !isOpen) {
      samples.push({ name: `Sample ${samples.length + 1}`, stdin: '', expectedOutput: '' });
    }
    const sample = samples.at(-1);
    if (!sample) continue;
    if (kind === 'input') sample.stdin = text;
    else sample.expectedOutput = text;
    isOpen = kind === 'input';
  }
  return samples;
}

function kindOf(title: string): 'input' | 'output' | null {
  const words = title.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
  const match =
    /\b(?:sample|example) (input|output)\b/.exec(words) ?? /^ ?(input|output) ?$/.exec(words);
  return match ? (match[1] === 'input' ? 'input' : 'output') : null;
}

function listBlocks(markdown: string): { title: string; text: string }[] {
  const blocks: { title: string; text: string }[] = [];
  const lines = markdown.split(/\r?\n/);
  let above = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const opening = FENCE.exec(line);
    if (!opening) {
      if (line.trim() !== '') above = line;
      continue;
    }
    const [, marks = '', info = ''] = opening;
    const end = endOfBlock(lines, index, marks);
    const text = lines.slice(index + 1, end).join('\n');
    blocks.push({ title: kindOf(info) === null ? above : info, text: `${text}\n` });
    above = '';
    index = end;
  }
  return blocks;
}

function endOfBlock(lines: readonly string[], start: number, marks: string): number {
  const isEnd = (line: string) => line.trim().startsWith(marks) && /^[`~\s]+$/.test(line);
  const end = lines.findIndex((line, index) => index > start && isEnd(line));
  return end === -1 ? lines.length : end;
}
