import { MantineProvider } from '@mantine/core';
import { assert, asyncProperty, boolean, string } from 'fast-check';
import { renderToReadableStream } from 'react-dom/server.browser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Markdown } from './Markdown.tsx';
import type { MarkdownProps } from './markdown-props.ts';

async function show(text: string, props: Omit<MarkdownProps, 'text'> = {}): Promise<string> {
  let broken: unknown = null;
  const stream = await renderToReadableStream(
    <MantineProvider>
      <Markdown text={text} {...props} />
    </MantineProvider>,
    {
      onError: (error) => {
        broken = error;
      },
    },
  );
  await stream.allReady;
  if (broken !== null) throw broken;
  return new Response(stream).text();
}

// Base of relative URLs.
beforeAll(() => vi.stubGlobal('location', new URL('http://127.0.0.1:3000/assignments')));
afterAll(() => vi.unstubAllGlobals());

test('HTML is shown as source and never becomes part of the page', async () => {
  const page = await show(
    '<script>alert(1)</script>\n\na <b onclick="x()">b</b> <img src=x onerror=y>',
  );
  expect(page).not.toMatch(/<script>alert|<b |<img/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('an address that would run a script is dropped', async () => {
  const page = await show('[a](javascript:alert(1)) [b](data:text/html,x) ![c](javascript:x)');
  expect(page).not.toMatch(/javascript:|data:text/);
});

test('a table of GitHub’s notation is a table', async () => {
  const page = await show('| n | square |\n|--:|:--|\n| 2 | 4 |\n');
  expect(page).toMatch(/<th[^>]*>n<\/th>/);
  expect(page).toMatch(/<td[^>]*>4<\/td>/);
});

test('headings are below those of the page and skip no level', async () => {
  const page = await show('# One\n\n### Two\n\n## Three\n\n# Four\n', { topHeadingLevel: 3 });
  expect(page.match(/<h\d>\w+/g)).toEqual(['<h3>One', '<h4>Two', '<h4>Three', '<h3>Four']);
});

test('a code block keeps its text and title, and inline code stays inline', async () => {
  const page = await show('```cpp title="Sample input"\nint a = 1 < 2;\n```\n\nand `b < c` here');
  expect(page).toContain('int a = 1 &lt; 2;');
  expect(page).toContain('Sample input</figcaption>');
  expect(page).toContain('<code>b &lt; c</code>');
});

test('inline text stays inline', async () => {
  const page = await show('# What prints `x` of\n\n- **one**', { isInline: true });
  expect(page).not.toMatch(/<(h\d|p|ul|li|div)[ >]/);
  expect(page).toContain('<strong>one</strong>');
});

test('a formula is typeset, as a block if it has its own line', async () => {
  // Formulas are rendered in the browser; here their source takes their place.
  const shown = await show('In a line $a^2$ and\n\n$$b^2$$\n');
  const page = shown.replaceAll(/<!--.*?-->/g, '');
  expect(page).toContain('a^2');
  expect(page).not.toContain('$');
});

test('an invalid address and a text that cannot be rendered break nothing', async () => {
  const unreadable = await show('before ![x](http://[) after');
  expect(unreadable).toContain('before');
  expect(unreadable).toContain('after');
  const quotes = '>'.repeat(3000);
  const page = await show(quotes);
  expect(page).toContain('&gt;'.repeat(3000));
  expect(page).toContain('Shown without formatting');
});

test('any text at all is shown', async () => {
  await assert(
    asyncProperty(string({ unit: 'binary', maxLength: 300 }), boolean(), async (text, isInline) => {
      await expect(show(text, { isInline })).resolves.toBeTypeOf('string');
    }),
    { numRuns: 40 },
  );
});
