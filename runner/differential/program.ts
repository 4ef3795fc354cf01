import type { Language } from '@vlabs/contract/runs/languages';
import { readFileSync } from 'node:fs';
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

/** The programs of one file in the folder `programs`. */
export function readPrograms(language: Language): DifferentialProgram[] {
  const text = readFileSync(join(import.meta.dirname, 'programs', `${language}.txt`), 'utf8');
  const [, ...parts] = text.split(HEADING);
  return parts.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const [source = '', stdin = ''] = (parts[index + 1] ?? '').split(INPUT);
    return [{ name, language, source: `${source.trimEnd()}\n`, stdin: stdin.trimEnd() }];
  });
}
