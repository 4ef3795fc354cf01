import { Box } from '@mantine/core';
import { Suspense } from 'react';
import classes from './CodeBlock.module.css';
import { lazyPart } from '../frame/lazy-part.ts';
import { OwnBoundary } from '../frame/OwnBoundary.tsx';

interface CodeBlockProps {
  text: string;
  /** As one writes it after the fence: `c`, `cpp`, `java`, `python`; any other is shown without colours. */
  language: string;
  title?: string;
}

const ColoredCode = lazyPart(async () => (await import('./ColoredCode.tsx')).ColoredCode);

/** A program or what one prints, column for column. */
export function CodeBlock({ text, language, title = '' }: CodeBlockProps) {
  return (
    <Box
      component="figure"
      className={classes.figure ?? ''}
      // A page may show many: a figure has a name and, unlike a section, is no landmark.
      aria-label={title === '' ? 'Code' : title}
    >
      {title !== '' && <figcaption className={classes.title}>{title}</figcaption>}
      <Box className={classes.frame ?? ''} tabIndex={0}>
        <pre className={classes.code}>
          <OwnBoundary key={text} instead={<code>{text}</code>}>
            <Suspense fallback={<code>{text}</code>}>
              <ColoredCode text={text} language={language} />
            </Suspense>
          </OwnBoundary>
        </pre>
      </Box>
    </Box>
  );
}
