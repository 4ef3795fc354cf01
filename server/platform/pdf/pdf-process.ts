import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { coverageOf, readFonts } from './fonts.ts';
import { PrintableText } from './printable-text.ts';
import type { PrintedDocument } from './printed-document.ts';
import { DocumentReader, type Pictures } from './ready-document.ts';

/**
 * The process that compiles documents, one after the other. It has no settings and no secrets, and its parent ends it
 * when a document takes too long.
 */
const WORKSPACE = new URL('templates/', import.meta.url).pathname;
const DATA = `${WORKSPACE}document.json`;

/** What the parent sends, and what it gets. */
export interface PdfRequest {
  document: PrintedDocument;
}
export type PdfReply = { pdf: Uint8Array; residentBytes: number } | { failure: string };

const fonts = readFonts();
const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs: fonts }] });
const reader = new DocumentReader(new PrintableText(coverageOf(fonts)));

function compile(document: PrintedDocument): Uint8Array {
  const { pictures = {} } = document;
  const paths = new Map(Object.keys(pictures).map((address, index) => [address, `/${index}`]));
  try {
    return compileWith(document, paths);
  } catch (error) {
    // A broken picture must not cost the document.
    if (paths.size === 0) throw error;
    return compileWith(document, new Map());
  } finally {
    compiler.resetShadow();
    compiler.evictCache(0);
    reader.forget();
  }
}

function compileWith(document: PrintedDocument, pictures: Pictures): Uint8Array {
  const ready = reader.read(document, pictures);
  compiler.mapShadow(DATA, Buffer.from(JSON.stringify(ready)));
  for (const [address, path] of pictures) {
    const bytes = document.pictures?.[address];
    if (bytes) compiler.mapShadow(join(WORKSPACE, path), Buffer.from(bytes));
  }
  const result = compiler.compile({ mainFilePath: `${WORKSPACE}document.typ` });
  const problem = result.takeError() ?? result.takeWarnings();
  if (problem || !result.result) throw new Error(describe(problem?.shortDiagnostics ?? []));
  const pdfStandard = document.standard === 'archive' ? 'a-2a' : 'ua-1';
  const creationTimestamp = Math.floor(document.at.getTime() / 1000);
  return compiler.pdf(result.result, { pdfStandard, creationTimestamp });
}

const describe = (diagnostics: { message?: unknown }[]): string =>
  diagnostics.map(({ message }) => String(message)).join('; ');

process.on('message', ({ document }: PdfRequest) => {
  let reply: PdfReply;
  try {
    const pdf = compile(document);
    reply = { pdf, residentBytes: process.memoryUsage.rss() };
  } catch (error) {
    reply = { failure: String(error) };
  }
  process.send?.(reply);
});
process.on('disconnect', () => process.exit());
