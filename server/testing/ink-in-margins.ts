import { spawnSync } from 'node:child_process';

const DPI = 50;
/** In millimetres, what printers may not reach. */
const MARGIN = 8;
const WHITE = 200;

/** The dark dots in the outer 8 mm of all pages, at 50 dots an inch. */
export function inkInMargins(pdf: Uint8Array): number {
  const { stdout } = spawnSync('pdftoppm', ['-r', String(DPI), '-gray', '-'], {
    input: pdf,
    maxBuffer: 100_000_000,
  });
  const margin = Math.floor((MARGIN / 25.4) * DPI);
  let ink = 0;
  let at = 0;
  while (at < stdout.length) {
    const head = /^P5\s+(\d+) (\d+)\s+255\s/.exec(stdout.toString('latin1', at, at + 40));
    if (!head) throw new Error('This is no picture of pages.');
    const [width, height] = [Number(head[1]), Number(head[2])];
    at += head[0].length;
    for (let dot = 0; dot < width * height; dot += 1) {
      const [x, y] = [dot % width, Math.floor(dot / width)];
      const isOuter = Math.min(x, y, width - 1 - x, height - 1 - y) < margin;
      if (isOuter && (stdout[at + dot] ?? 0) < WHITE) ink += 1;
    }
    at += width * height;
  }
  if (at === 0) throw new Error('The document has no pages.');
  return ink;
}
