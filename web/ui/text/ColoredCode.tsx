import type { Parser } from '@lezer/common';
import { highlightCode, tagHighlighter } from '@lezer/highlight';
import { findLanguageNamed, guessLanguageOfFile } from '@vlabs/contract/runs/languages';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { grammarOf } from '../../platform/grammars.ts';
import './code-colors.css';
import { codeColor, codeTags } from './code-tags.ts';

/** By language name or file extension. */
const languageOf = (name: string) => findLanguageNamed(name) ?? guessLanguageOfFile(name);

const highlighter = tagHighlighter(
  codeTags.map(({ name, tag }) => ({ tag: [...tag], class: name })),
);

/** Time limit for highlighting; a text that takes longer stays unhighlighted. */
const TIMEOUT_MS = 25;
/** More tokens than this take longer to render than they help. */
const MAX_PIECES = 5000;

/** The text, highlighted as soon as its grammar is loaded. */
export function ColoredCode({ text, language }: { text: string; language: string }) {
  const parser = useParser(language.toLowerCase());
  const pieces = useMemo(() => (parser && color(text, parser)) ?? text, [text, parser]);
  return <code>{pieces}</code>;
}

function useParser(language: string): Parser | null {
  const [loaded, setLoaded] = useState<{ language: string; parser: Parser } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const known = languageOf(language);
      const parser = known && (await grammarOf(known.key).parser());
      if (parser && isWanted) setLoaded({ language, parser });
    };
    // Without highlighting the text is still readable.
    load().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [language]);
  return loaded?.language === language ? loaded.parser : null;
}

/** Null if highlighting takes too long or the program is nested too deeply. */
function color(text: string, parser: Parser): ReactNode[] | null {
  const tree = read(text, parser);
  if (tree === null) return null;
  const pieces: ReactNode[] = [];
  const put = (piece: string, name: string) => {
    const key = pieces.length;
    pieces.push(
      name === '' ? (
        piece
      ) : (
        <span key={key} style={{ color: codeColor(name.split(' ')[0] ?? name) }}>
          {piece}
        </span>
      ),
    );
  };
  try {
    highlightCode(text, tree, highlighter, put, () => pieces.push('\n'));
  } catch {
    return null;
  }
  return pieces.length <= MAX_PIECES ? pieces : null;
}

function read(text: string, parser: Parser) {
  const deadline = performance.now() + TIMEOUT_MS;
  const reading = parser.startParse(text);
  for (;;) {
    const tree = reading.advance();
    if (tree !== null) return tree;
    if (performance.now() > deadline) return null;
  }
}
