import type { Language } from '@vlabs/contract/runs/languages';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DifferentialProgram {
  name: string;
  language: Language;
  source: string;
  stdin: string;
}

/** Each program of a file has a heading, and a line before its input if it has one. */
const HEADING = /^=== (.+)\n/m;
const INPUT = /^--- input\n/m;

/** The samples of a language; none if no command that a person would type runs it. */
export function readPrograms(language: Language): DifferentialProgram[] {
  const path = join(import.meta.dirname, '../languages', language, 'samples.txt');
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const [, ...parts] = text.split(HEADING);
  return parts.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const [source = '', stdin = ''] = (parts[index + 1] ?? '').split(INPUT);
    return [{ name, language, source: `${source.trimEnd()}\n`, stdin: stdin.trimEnd() }];
  });
}
