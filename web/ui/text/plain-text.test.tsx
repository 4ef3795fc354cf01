import { MantineProvider } from '@mantine/core';
import { markdownToPlain, plainToMarkdown } from '@vlabs/contract/text/plain-text';
import * as fc from 'fast-check';
import { renderToReadableStream } from 'react-dom/server.browser';
import { beforeAll, expect, test } from 'vitest';
import { Markdown } from './Markdown.tsx';
import { preloadMarkdown } from './preload-markdown.ts';

beforeAll(async () => {
  await preloadMarkdown(['$x$']);
  // Lazy parts stay loaded after their first use.
  await read('`x`', false);
});

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

async function read(markdown: string, isInline: boolean): Promise<string> {
  const stream = await renderToReadableStream(
    <MantineProvider>
      <main>
        <Markdown text={markdown} isInline={isInline} />
      </main>
    </MantineProvider>,
  );
  await stream.allReady;
  const page = await new Response(stream).text();
  return readPage(/<main>([^]*)<\/main>/.exec(page)?.[1] ?? '');
}

/** The text that a page shows, without tags. */
const readPage = (page: string): string =>
  page
    .replaceAll(/<!--.*?-->|<[^<>]*>/g, '')
    .replaceAll(/&#x27;/g, "'")
    .replaceAll(/&(\w+);/g, (_, name: string) => NAMED[name] ?? '?')
    .replace(/\n$/, '');

const MEANINGS =
  '# + - * _ __ ** ~ ~~ ` ``` $ $$ \\ | > >= = == === --- 1. 2) [ ] ( ) [a] [^1] [^1]: [a]: ![ <b> </p> <!-- & &amp; &#32; : :- |- int x.y a@b.co www.a.co http://a.co/ https://a.co/b_c mailto:a@b.c \t नमस्ते 🙂 é “ \u00A0 ; ! @ / {'.split(
    ' ',
  );
const written = fc
  .array(
    fc.oneof(
      fc.constantFrom(...MEANINGS, ' ', '  ', '\n', '\n\n', '    '),
      fc.string({ maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '');

test.each([true, false])(
  'plain text is shown character for character, inline: %s',
  async (isInline) => {
    await fc.assert(
      fc.asyncProperty(written, async (text) => {
        expect(await read(plainToMarkdown(text), isInline)).toBe(text);
        expect(markdownToPlain(plainToMarkdown(text))).toBe(text);
      }),
      { numRuns: 150 },
    );
  },
);

test.each([
  '#',
  '*',
  '+',
  '-',
  '>=',
  '__init__',
  '2*3*4',
  'a*b*',
  '1. none',
  '$5 to $10',
  '~x~',
  'a &amp; b',
  'if x:\n    print(x)\n\n\n    y = 1',
  '- - -',
  '_ _ _',
  '| a |\n|---|',
  '    a  b',
  'C:\\',
])('%j is shown as it is typed', async (text) => {
  for (const isInline of [true, false]) {
    expect(await read(plainToMarkdown(text), isInline)).toBe(text);
  }
});

test('plain text stays as in its source', () => {
  for (const text of [
    'snake_case',
    'a[i] = b + 2 * c;',
    'x ~ y',
    'Fill in: ____ is it',
    'i < n',
    'C:\\new',
    'a & b',
  ]) {
    expect(plainToMarkdown(text)).toBe(text);
  }
});
