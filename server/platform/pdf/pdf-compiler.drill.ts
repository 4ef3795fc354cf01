import { afterAll, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { hasEnded, watchProcesses } from '../../testing/watch-processes.ts';
import { hostileTexts } from './hostile-texts.setup.ts';
import { PdfCompiler } from './pdf-compiler.ts';
import type { Block, PrintedDocument } from './printed-document.ts';
import { questionBlock } from './question-blocks.ts';

const watched = watchProcesses();
afterAll(watched.stop);
const childrenOf = () =>
  watched.begun.filter(({ spawnargs }) =>
    spawnargs.some((word) => word.endsWith('pdf-process.ts')),
  );
const lastChild = () => childrenOf().at(-1);

const documentOf = (...blocks: Block[]): PrintedDocument => ({
  title: 'A document',
  header: { left: 'Above', right: 'Right' },
  footer: 'Below',
  hasBindingMargin: false,
  standard: 'accessible',
  at: new Date('2026-11-27T10:00:00Z'),
  blocks,
});
const words = (text: string): Block => ({ block: 'text', text });
/** Takes some seconds. */
const long = (lines = 10_000) =>
  documentOf(words('long'), {
    block: 'code',
    text: 'line\n'.repeat(lines),
    hasLineNumbers: true,
    maxLines: lines,
  });
const endless = long(400_000);

async function textOf(compiler: PdfCompiler, text: string): Promise<string> {
  return (await readPdf(await compiler.compile(documentOf(words(text))))).text;
}

test('a document whose process is killed is compiled again, and so is the next one', async () => {
  const compiler = new PdfCompiler();
  await textOf(compiler, 'first');
  const killed = lastChild();
  const document = compiler.compile(long());
  const next = textOf(compiler, 'next');
  killed?.kill('SIGKILL');
  expect((await readPdf(await document)).text).toContain('long');
  expect(killed?.signalCode).toBe('SIGKILL');
  expect(await next).toContain('next');
  await compiler.close();
});

test('a document whose process is killed twice is refused, and the next one compiles', async () => {
  const compiler = new PdfCompiler();
  await textOf(compiler, 'first');
  const refused = compiler.compile(endless).catch((error: unknown) => error);
  const one = lastChild();
  one?.kill('SIGKILL');
  await expect.poll(() => lastChild() !== one).toBe(true);
  lastChild()?.kill('SIGKILL');
  expect(await refused).toMatchObject({ name: 'WorkBeyondBounds', what: 'memory' });
  expect(await textOf(compiler, 'next')).toContain('next');
  await compiler.close();
});

test('a process that is killed while it waits costs nothing', async () => {
  const compiler = new PdfCompiler();
  await textOf(compiler, 'first');
  lastChild()?.kill('SIGKILL');
  expect(await textOf(compiler, 'next')).toContain('next');
  await compiler.close();
});

test('a document that fills the memory is refused, and the next one compiles', async () => {
  const compiler = new PdfCompiler({ maxMs: 120_000, maxBytes: 900_000_000 });
  const failure = await compiler.compile(endless).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'WorkBeyondBounds', what: 'memory' });
  expect(await textOf(compiler, 'next')).toContain('next');
  await compiler.close();
});

test('a document that does not end is refused by time, and the next one compiles', async () => {
  const compiler = new PdfCompiler({ maxMs: 10_000 });
  await textOf(compiler, 'first');
  lastChild()?.kill('SIGSTOP');
  const failure = await compiler.compile(documentOf()).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'WorkBeyondBounds', what: 'time' });
  expect(await textOf(compiler, 'next')).toContain('next');
  await compiler.close();
});

test('hundreds of documents at once are compiled in order, in one process at a time, and none is left', async () => {
  const compiler = new PdfCompiler();
  const before = childrenOf().length;
  const finished: number[] = [];
  const pdfs = await Promise.all(
    Array.from({ length: 300 }, async (_, at) => {
      const pdf = await compiler.compile(documentOf(words(`document ${at}`)));
      finished.push(at);
      const { length } = childrenOf().filter((child) => !hasEnded(child));
      expect(length).toBeLessThanOrEqual(1);
      return pdf;
    }),
  );
  expect(finished).toEqual(finished.toSorted((one, other) => one - other));
  expect((await readPdf(pdfs[299] ?? Buffer.of())).text).toContain('document 299');
  await compiler.close();
  expect(childrenOf().length - before).toBeGreaterThan(1);
  expect(childrenOf().filter((child) => !hasEnded(child))).toEqual([]);
});

test.for(Object.entries(hostileTexts))('%s prints in a paper within 10 s', async ([, text]) => {
  const compiler = new PdfCompiler({ maxMs: 10_000 });
  const question = questionBlock(
    {
      number: '1.',
      aside: '[1 mark]',
      kind: 'single',
      title: text,
      body: { options: Array.from({ length: 10 }, () => text.slice(0, 5000)) },
      key: { right: [1], cost: '0' },
    },
    {},
  );
  const code: Block = { block: 'code', text, hasLineNumbers: true, maxLines: 3000 };
  const document = documentOf(question, code, { block: 'fields', fields: [['Name', text]] });
  expect((await readPdf(await compiler.compile(document))).pages).toBeGreaterThan(0);
  await compiler.close();
});
