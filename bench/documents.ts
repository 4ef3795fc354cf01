import { readFileSync } from 'node:fs';
import { PdfCompiler } from '../server/platform/pdf/pdf-compiler.ts';
import type { PrintedDocument } from '../server/platform/pdf/printed-document.ts';
import { printTable } from '../server/testing/print-table.ts';
import { readPdf } from '../server/testing/read-pdf.ts';
import { watchProcesses } from '../server/testing/watch-processes.ts';
import { attemptDocument, plainDocument, recordSample } from './sample-documents.ts';

/** Ticks of the kernel in a second, on every machine that Linux knows. */
const TICKS = 100;
const MAX_MB = 600;

const series = [
  { name: 'attempts', count: 500, maxSeconds: 120, make: attemptDocument },
  { name: 'records', count: 60, maxSeconds: 40, make: recordSample },
];

interface Compiled {
  seconds: number;
  maxMb: number;
  bytes: number;
  pages: number;
}

/** Compiles what a class needs, beside as many pages of nothing but words. `documents 50` compiles a tenth. */
export async function benchDocuments(words: readonly string[]): Promise<void> {
  const share = Number(words[0] ?? 500) / 500;
  const rows: string[][] = [];
  for (const { name, count, maxSeconds, make } of series) {
    const number = Math.max(1, Math.round(count * share));
    const ours = await compileAll(number, make);
    const plain = await compileAll(number, () => plainDocument(ours.pages));
    rows.push([
      `${number} ${name}`,
      ours.seconds.toFixed(1),
      `≤ ${(maxSeconds * share).toFixed(0)}`,
      plain.seconds.toFixed(1),
      `${(ours.seconds / plain.seconds).toFixed(1)} ×`,
      ours.maxMb.toFixed(0),
      `≤ ${MAX_MB}`,
      String(ours.pages),
      `${plain.pages}`,
      (ours.bytes / number / 1000).toFixed(0),
    ]);
  }
  printTable(
    ['', 'CPU s', 'wanted', 'plain', 'to plain', 'MB', 'wanted', 'pages', 'plain', 'kB each'],
    rows,
  );
}

async function compileAll(
  count: number,
  make: (seed: number) => PrintedDocument,
): Promise<Compiled> {
  const { begun, stop } = watchProcesses();
  const before = childSeconds();
  const compiler = new PdfCompiler();
  let [maxMb, bytes] = [0, 0];
  let last: Buffer | null = null;
  for (let seed = 0; seed < count; seed += 1) {
    last = await compiler.compile(make(seed));
    bytes += last.length;
    maxMb = Math.max(maxMb, peakMb(begun.at(-1)?.pid));
  }
  await compiler.close();
  stop();
  const seconds = childSeconds() - before;
  const { pages } = await readPdf(last ?? Buffer.of());
  return { seconds, maxMb, bytes, pages };
}

/** The processor time of all processes that this one started and that have ended, however they ended. */
function childSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** The largest memory that a process ever held. */
function peakMb(pid = 0): number {
  const found = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1024;
}
