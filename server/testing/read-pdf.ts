import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What other programs say of a PDF: its words, its pages, whether it is tagged, and its fonts. */
export async function readPdf(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  const file = join(folder, 'a.pdf');
  try {
    await writeFile(file, bytes);
    const [info, fonts, words, meta] = await Promise.all([
      run('pdfinfo', [file]),
      run('pdffonts', [file]),
      run('pdftotext', ['-layout', file, '-'], { maxBuffer: 50_000_000 }),
      run('pdfinfo', ['-meta', file]),
      run('qpdf', ['--check', file]),
    ]);
    return {
      text: words.stdout,
      pages: Number(/^Pages:\s+(\d+)/m.exec(info.stdout)?.[1]),
      isTagged: /^Tagged:\s+yes/m.test(info.stdout),
      /** For each font, whether it is embedded, and only the glyphs that are used. */
      fonts: fonts.stdout
        .split('\n')
        .slice(2)
        .filter(Boolean)
        .map((line) => ({ isSubset: /\s(yes\s+yes)\s+(?:yes|no)\s/.test(line), line })),
      meta: meta.stdout,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
