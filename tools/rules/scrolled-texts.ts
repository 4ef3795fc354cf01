import { join } from 'node:path/posix';
import { type Breach, type SourceFile, lineOf } from './house-rules.ts';

/** Mantine's block of code scrolls by itself. */
const TEXT_BOX = /<(?:Code\s+block|pre|Box\s+component="pre")(?=[\s>])[^>]*>/g;
const SCROLLING_CLASS = /\.([\w-]+)\s*\{[^{}]*\boverflow(?:-[xy])?:\s*(?:auto|scroll)\b/g;
const STYLE_SHEET = /\bimport (\w+) from '([^']+\.module\.css)'/g;

/** Finds texts that scroll and cannot be focused: without a control in them, no keyboard scrolls them everywhere. */
export function findUnreachableTexts(files: readonly SourceFile[]): Breach[] {
  const styles = files.filter(({ path }) => path.endsWith('.module.css'));
  const scrolling = new Set(
    styles.flatMap(({ path, text }) =>
      [...text.matchAll(SCROLLING_CLASS)].map(([, name = '']) => `${path} ${name}`),
    ),
  );
  return files
    .filter(({ path }) => path.startsWith('web/') && path.endsWith('.tsx'))
    .flatMap((file) => findInFile(file, scrolling));
}

function findInFile({ path, text }: SourceFile, scrolling: ReadonlySet<string>): Breach[] {
  const sheets = new Map(
    [...text.matchAll(STYLE_SHEET)].map(([, name = '', from = '']) => [
      name,
      join(path, '..', from),
    ]),
  );
  const doesScroll = (box: string): boolean => {
    const [, sheet = '', name = ''] = /\bclassName=\{(\w+)\.(\w+)/.exec(box) ?? [];
    return box.startsWith('<Code') || scrolling.has(`${sheets.get(sheet) ?? ''} ${name}`);
  };
  return [...text.matchAll(TEXT_BOX)]
    .filter(([box]) => doesScroll(box) && !/\btabIndex=/.test(box))
    .map(({ index }) => ({
      rule: 'texts-that-scroll-can-be-focused',
      path,
      line: lineOf(text, index),
    }));
}
