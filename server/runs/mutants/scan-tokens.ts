import { languageOf, type Language } from '@vlabs/contract/runs/languages';
import { ProgramScanner } from '../../platform/program-scanner.ts';
import { endAfter, endOfLine } from '../../platform/scan-source.ts';

/** A part of a program that the compiler reads. Comments, directives and imports are left out. */
export interface Token {
  kind: 'word' | 'number' | 'sign' | 'text';
  text: string;
  start: number;
  end: number;
}

/** The tokens in order. */
export function scanTokens(language: Language, source: string): Token[] {
  const { syntax } = languageOf(language);
  const imports = new Set(syntax.imports);
  const scanner = new ProgramScanner(source, syntax);
  const tokens: Token[] = [];
  let before = 0;
  // No token was read in the line.
  let isFresh = true;
  while (scanner.next()) {
    const { kind, start, end } = scanner;
    if (kind === 'line') continue;
    const text = source.slice(start, end);
    isFresh ||= source.slice(before, start).includes('\n');
    before = end;
    if (isFresh && imports.has(text)) {
      scanner.end = syntax.endsWithLine ? endOfLine(source, end) : endAfter(source, ';', end);
      before = scanner.end;
      continue;
    }
    isFresh = false;
    tokens.push({ kind, text, start, end });
  }
  return tokens;
}
