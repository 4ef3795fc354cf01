import { afterAll, expect, test } from 'vitest';
import { HANG_MS } from '../../../runner/testing/patience.ts';
import { inkInMargins } from '../../testing/ink-in-margins.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { hostileTexts } from './hostile-texts.setup.ts';
import { PdfCompiler } from './pdf-compiler.ts';
import type { Block, PrintedDocument } from './printed-document.ts';

const compiler = new PdfCompiler();
afterAll(() => compiler.close());

const documentOf = (blocks: Block[], changes: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'A document',
  header: { left: 'Above', right: 'Right' },
  footer: 'Below',
  hasBindingMargin: false,
  standard: 'accessible',
  at: new Date('2026-11-27T10:00:00Z'),
  blocks,
  ...changes,
});

const markdown = (text: string): Block => ({ block: 'markdown', text });
const textOf = async (...blocks: Block[]) =>
  (await readPdf(await compiler.compile(documentOf(blocks)))).text;

test('a document is tagged, embeds parts of its fonts, and has the words of Indian scripts', async () => {
  const pdf = await compiler.compile(documentOf([markdown('विद्यार्थी क्षत्रिय ଅଭିଜିତ୍ $x^2$ `code`')]));
  const { text, isTagged, fonts, meta } = await readPdf(pdf);
  expect(isTagged).toBe(true);
  expect(fonts.length).toBeGreaterThan(3);
  expect(fonts.filter(({ isSubset }) => !isSubset)).toEqual([]);
  const letters = text.replaceAll(/\s/g, '');
  for (const word of ['विद्यार्थी', 'क्षत्रिय', 'ଅଭିଜିତ୍']) expect(letters).toContain(word);
  expect(meta).toMatch(/pdfuaid:part/);
});

test('an archive’s document is PDF/A-2a', async () => {
  const pdf = await compiler.compile(documentOf([markdown('x')], { standard: 'archive' }));
  const { meta } = await readPdf(pdf);
  expect(meta).toMatch(/pdfaid:part>2</);
  expect(meta).toMatch(/pdfaid:conformance>A</);
});

test('equal documents give equal bytes in two processes', async () => {
  const document = documentOf([markdown('# A\n\n$\\frac{1}{2}$\n\n- b')]);
  const other = new PdfCompiler();
  const [one, two] = await Promise.all([compiler.compile(document), other.compile(document)]);
  await other.close();
  expect(one.equals(two)).toBe(true);
});

test('a formula prints as a formula, and one without a printed form as its source', async () => {
  const text = await textOf(markdown('$a + b \\le \\sqrt{c}$ and $\\tag{7} y$'));
  expect(text).toContain('≤');
  expect(text).toContain('\\tag{7} y');
});

test('a program prints as it is typed, without ligatures', async () => {
  const text = await textOf({
    block: 'code',
    text: 'a <= b != c -> d // e',
    hasLineNumbers: true,
    maxLines: 9,
  });
  expect(text).toContain('a <= b != c -> d // e');
});

test('lines of a program keep their numbers when they wrap, and a long one says what is left out', async () => {
  const code = `${'x'.repeat(200)}\nsecond\n${'line\n'.repeat(100)}`;
  const text = await textOf({ block: 'code', text: code, hasLineNumbers: true, maxLines: 50 });
  expect(text).toMatch(/2\s+second/);
  expect(text).toContain('[52 more lines]');
});

test.for(Object.entries(hostileTexts))(
  '%s prints in every place of a document',
  { timeout: HANG_MS },
  async ([, text]) => {
    const pdf = await compiler.compile(
      documentOf(
        [
          { block: 'heading', level: 1, text, aside: text, anchor: 'a' },
          { block: 'text', text },
          markdown(text),
          { block: 'code', text, hasLineNumbers: true, maxLines: 200 },
          { block: 'options', options: [{ letter: 'A', text, remark: 'chosen' }] },
          { block: 'fields', fields: [[text.slice(0, 1000), text.slice(0, 1000)]] },
          { block: 'table', columns: [{ title: 'x', share: 1 }], rows: [[text.slice(0, 5000)]] },
        ],
        { title: text, header: { left: text, right: text }, footer: text },
      ),
    );
    expect((await readPdf(pdf)).pages).toBeGreaterThan(0);
  },
);

test('a document that takes too long is refused, and the next one compiles', async () => {
  const hasty = new PdfCompiler({ maxMs: 1 });
  await expect(hasty.compile(documentOf([markdown('x')]))).rejects.toThrow('time');
  await hasty.close();
  expect(await textOf(markdown('afterwards'))).toContain('afterwards');
});

test('a picture prints as its text, because documents hold none', async () => {
  expect(await textOf(markdown('before ![A tree](/a.png) after'))).toContain('[Picture: A tree]');
});

const row = (cell: string) => `${`|${cell}`.repeat(10)}|\n`;
test('long words, names, tables and formulas stay within the page', async () => {
  const wide = 'W'.repeat(300);
  const blocks: Block[] = [
    { block: 'heading', level: 1, text: wide },
    { block: 'boxed letter', letter: 'A', blocks: [{ block: 'text', text: wide, look: 'large' }] },
    { block: 'fields', columns: 2, fields: [['Name', wide]] },
    markdown(`${row('W'.repeat(60))}${row('-')}${row('x')}\n$$${'a+'.repeat(200)}b$$`),
  ];
  const changes = { header: { left: wide, right: wide }, footer: wide };
  expect(inkInMargins(await compiler.compile(documentOf(blocks, changes)))).toBe(0);
});
