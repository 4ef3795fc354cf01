import { Box } from '@mantine/core';
import { type ComponentProps, Suspense, useContext, useId } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { CodeBlock } from './CodeBlock.tsx';
import classes from './Markdown.module.css';
import { keepBlanks } from './keep-blanks.ts';
import { lazyPart } from '../frame/lazy-part.ts';
import { levelHeadings } from './level-headings.ts';
import { type SteppedCode, SteppedCodeContext } from './stepped-code-context.ts';
import type { MarkdownProps } from './markdown-props.ts';

const MathText = lazyPart(async () => (await import('./MathText.tsx')).MathText);

/** Inline: words stay on the line; blocks lose their frame but keep their text. */
const inlineElements = ['p', 'em', 'strong', 'del', 'code', 'a', 'br', 'sub', 'sup', 'span'];

export function MarkdownText({ text, topHeadingLevel = 2, isInline = false }: MarkdownProps) {
  // Several texts on one page each need their own footnote ids.
  const prefix = `${useId()}-`;
  const Tag = isInline ? 'span' : 'div';
  return (
    <Tag className={isInline ? classes.inline : classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, remarkMath, displayMath, [keepBlanks, classes.blanks ?? '']]}
        remarkRehypeOptions={{ clobberPrefix: prefix }}
        rehypePlugins={[[levelHeadings, topHeadingLevel]]}
        components={isInline ? inlineComponents : blockComponents}
        {...(isInline ? { allowedElements: inlineElements, unwrapDisallowed: true } : {})}
      >
        {text}
      </ReactMarkdown>
    </Tag>
  );
}

function Code({ node, className = '', children }: ComponentProps<'code'> & ExtraProps) {
  const text = plainText(children);
  const isMath = className.includes('language-math');
  if (isMath && className.includes('math-')) {
    return (
      <Suspense fallback={<code>{text}</code>}>
        <MathText text={text} isDisplay={className.includes('math-display')} />
      </Suspense>
    );
  }
  if (!node || !isBlock(node, className, text)) return <code>{children}</code>;
  const language = /language-(\S+)/.exec(className)?.[1] ?? '';
  const meta = node.data?.meta ?? '';
  const block = { text: text.replace(/\n$/, ''), language };
  const title = isStepped(meta) ? '' : meta.replace(/^title=/, '').replaceAll('"', '');
  return (
    <>
      <CodeBlock {...block} title={title} />
      {isStepped(meta) && <StepThrough {...block} meta={meta} />}
    </>
  );
}

/** Only a code block ends in a line break; in running text each becomes a blank. */
function isBlock(node: NonNullable<ExtraProps['node']>, className: string, text: string): boolean {
  return node.tagName === 'code' && (className !== '' || text.endsWith('\n'));
}

/** The author of the text has marked the code as an example to step through. */
const isStepped = (meta: string): boolean => /^step(?:\s|$)/.test(meta);

function StepThrough(block: SteppedCode) {
  const render = useContext(SteppedCodeContext);
  return <Suspense>{render(block)}</Suspense>;
}

function plainText(children: unknown): string {
  if (typeof children === 'string') return children;
  return Array.isArray(children) ? children.map(plainText).join('') : '';
}

/** Pages load nothing from other hosts, so external images become links. */
function Picture({ src, alt = '' }: ComponentProps<'img'>) {
  if (typeof src !== 'string' || src === '') return <>{alt}</>;
  const address = URL.parse(src, location.href);
  if (address === null) return <>{alt === '' ? src : alt}</>;
  if (address.origin === location.origin) return <img src={src} alt={alt} loading="lazy" />;
  return <Link href={src}>{alt === '' ? src : alt}</Link>;
}

function Link({ href = '', children, ...rest }: ComponentProps<'a'> & ExtraProps) {
  const { node: _, ...properties } = rest;
  const isWithinText = href.startsWith('#');
  return (
    <a
      {...properties}
      href={href}
      {...(isWithinText ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  );
}

/** Wide tables scroll sideways, also by keyboard. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    <Box component="section" className={classes.table ?? ''} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </Box>
  );
}

function TaskBox({ checked }: ComponentProps<'input'>) {
  return <input type="checkbox" disabled checked={checked === true} readOnly aria-label="Done" />;
}

const blockComponents: Components = {
  code: Code,
  // CodeBlock brings its own frame.
  pre: ({ children }) => <>{children}</>,
  img: Picture,
  a: Link,
  table: Table,
  input: TaskBox,
};

const inlineComponents: Components = {
  ...blockComponents,
  code: ({ className = '', children, ...rest }) =>
    className.includes('math-') ? (
      <Code className="language-math math-inline" {...rest}>
        {children}
      </Code>
    ) : (
      <code>{children}</code>
    ),
  p: ({ children }) => <>{children}</>,
};

interface Node {
  type: string;
  children?: Node[];
  position?: { start: { offset?: number | undefined } } | undefined;
  data?: { hProperties?: Record<string, unknown> } | undefined;
}

/** A `$$` formula on its own line is a block, even if it is all on one line. */
function displayMath() {
  return (tree: Node, file: unknown): void => setApart(tree, String(file));
}

function setApart(node: Node, source: string): void {
  const children = node.children ?? [];
  const [only] = children;
  if (node.type === 'paragraph' && children.length === 1 && only?.type === 'inlineMath') {
    const start = only.position?.start.offset ?? 0;
    if (!source.startsWith('$$', start)) return;
    only.data = { ...only.data, hProperties: { className: ['language-math', 'math-display'] } };
    return;
  }
  for (const child of children) setApart(child, source);
}
