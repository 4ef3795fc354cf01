import { PublicError } from '../errors.ts';
import { WorkBeyondBounds } from '../jobs/bounded-worker.ts';
import type { PdfCompiler } from './pdf-compiler.ts';
import type { PrintedDocument } from './printed-document.ts';

/** Compiles a document for a caller, who is told if it takes too much. */
export async function printDocument(pdf: PdfCompiler, document: PrintedDocument): Promise<Buffer> {
  try {
    return await pdf.compile(document);
  } catch (error) {
    if (!(error instanceof WorkBeyondBounds)) throw error;
    throw new PublicError(
      413,
      'too_large',
      'This document is too long to print. Shorten its texts.',
    );
  }
}
