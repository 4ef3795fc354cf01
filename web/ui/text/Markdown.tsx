import { Suspense } from 'react';
import { lazyPart } from '../frame/lazy-part.ts';
import { canBeLaidOut } from '@vlabs/contract/text/layout-cost';
import classes from './Markdown.module.css';
import type { MarkdownProps } from './markdown-props.ts';
import { OwnBoundary } from '../frame/OwnBoundary.tsx';

const MarkdownText = lazyPart(async () => (await import('./MarkdownText.tsx')).MarkdownText);

/**
 * User-written Markdown with tables, code and maths (`$x^2$`, `$$…$$`). HTML is shown as source.
 * The plain text is shown until the renderer is loaded, and also if the text can't be rendered.
 */
export function Markdown(props: MarkdownProps) {
  const { text } = props;
  const asWritten = <AsWritten {...props} isRefused />;
  if (!canBeLaidOut(text)) return asWritten;
  return (
    // A changed text is tried again.
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
          Shown without formatting because it is too long or too deeply nested.
        </small>
      )}
    </Tag>
  );
}
