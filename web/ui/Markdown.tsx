import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';
import classes from './Markdown.module.css';
import type { MarkdownProps } from './markdown-props.ts';

const MarkdownText = lazyPart(async () => (await import('./MarkdownText.tsx')).MarkdownText);

/**
 * Markdown with tables, code and maths (`$x^2$`, `$$…$$`). HTML in it is shown as it was written and
 * never becomes part of the page. Until its code has come, the text itself is there to read.
 */
export function Markdown(props: MarkdownProps) {
  const Tag = props.isInline === true ? 'span' : 'div';
  return (
    <Suspense fallback={<Tag className={classes.plain}>{props.text}</Tag>}>
      <MarkdownText {...props} />
    </Suspense>
  );
}
