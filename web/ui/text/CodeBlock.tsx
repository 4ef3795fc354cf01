import { Box } from '@mantine/core';
import { Suspense } from 'react';
import classes from './CodeBlock.module.css';
import { lazyPart } from '../frame/lazy-part.ts';
import { OwnBoundary } from '../frame/OwnBoundary.tsx';

interface CodeBlockProps {
  text: string;
  /** The info string of a fence: `c`, `cpp`, `java`, `python`; any other is not highlighted. */
  language: string;
  title?: string;
}

const ColoredCode = lazyPart(async () => (await import('./ColoredCode.tsx')).ColoredCode);

/** A program or its output, in columns. */
export function CodeBlock({ text, language, title = '' }: CodeBlockProps) {
  return (
    <Box
      component="figure"
      className={classes.figure ?? ''}
      // A figure has a name but, unlike a section, is not a landmark; a page may show many.
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
