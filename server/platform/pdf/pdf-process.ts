import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { coverageOf, readFonts } from './fonts.ts';
import { PrintableText } from './printable-text.ts';
import type { PrintedDocument } from './printed-document.ts';
import { DocumentReader } from './ready-document.ts';

/**
 * The process that compiles documents, one after the other. It has no settings and no secrets, and its parent ends it
 * when a document takes too long.
 */
const WORKSPACE = fileURLToPath(new URL('templates/', import.meta.url));
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
  try {
    return compileReady(document);
  } finally {
    compiler.resetShadow();
    compiler.evictCache(0);
    reader.forget();
  }
}

function compileReady(document: PrintedDocument): Uint8Array {
  compiler.mapShadow(DATA, Buffer.from(JSON.stringify(reader.read(document))));
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
