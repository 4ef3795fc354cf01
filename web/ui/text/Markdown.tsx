import { Suspense } from 'react';
import { lazyPart } from '../frame/lazy-part.ts';
import { canBeLaidOut } from './layout-cost.ts';
import classes from './Markdown.module.css';
import type { MarkdownProps } from './markdown-props.ts';
import { OwnBoundary } from '../frame/OwnBoundary.tsx';

const MarkdownText = lazyPart(async () => (await import('./MarkdownText.tsx')).MarkdownText);

/**
 * What a person wrote, as Markdown with tables, code and maths (`$x^2$`, `$$…$$`). HTML in it is shown as
 * it was written and never becomes part of the page. Until its code has come, the text itself is there
 * to read; and it stays so where it cannot be laid out, so that nobody's text breaks somebody's page.
 */
export function Markdown(props: MarkdownProps) {
  const { text } = props;
  const asWritten = <AsWritten {...props} isRefused />;
  if (!canBeLaidOut(text)) return asWritten;
  return (
    // Another text gets a new chance.
    <OwnBoundary key={text} instead={asWritten}>
      <Suspense fallback={<AsWritten {...props} />}>
        <MarkdownText {...props} />
      </Suspense>
    </OwnBoundary>
  );
}

function AsWritten({ text, isInline, isRefused }: MarkdownProps & { isRefused?: boolean }) {
  const Tag = isInline === true ? 'span' : 'div';
  return (
    <Tag className={classes.plain}>
      {text}
      {isRefused === true && (
        <small className={classes.refused}>
          Shown as it was written: it is too long or too deeply nested to be laid out.
        </small>
      )}
    </Tag>
  );
}
