import { chromium, type Page } from '@playwright/test';
import { startProduct } from './product.ts';
import { printTable } from '../server/testing/print-table.ts';

/** Compressed JavaScript, in KB of 1000 bytes. */
const BUDGET_KB = 150;
const PAGES = ['/', '/login'];

/** The transfer size of the first load of Home and Login, including all requests until none is left. */
export async function benchPageWeight(): Promise<void> {
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: process.geteuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const rows: string[][] = [];
  try {
    for (const path of PAGES) {
      // A page of a new context starts with an empty cache.
      const page = await browser.newPage();
      rows.push([path, ...(await weigh(page, product.url + path))]);
      await page.close();
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  printTable(['page', 'script KB', 'style KB', 'font KB', 'requests', 'layout shift'], rows);
  const tooHeavy = rows.filter(([, scriptKb]) => Number(scriptKb) > BUDGET_KB);
  for (const [path] of tooHeavy)
    console.error(`${path} loads more than ${BUDGET_KB} KB of script.`);
  if (tooHeavy.length > 0) process.exitCode = 1;
}

async function weigh(page: Page, url: string): Promise<string[]> {
  const bytes = { script: 0, stylesheet: 0, font: 0 };
  const counted: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const kind = request.resourceType();
    const count = async () => {
      const { responseBodySize } = await request.sizes();
      if (kind === 'script' || kind === 'stylesheet' || kind === 'font') {
        bytes[kind] += responseBodySize;
      }
    };
    counted.push(count());
  });
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.layoutShift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await Promise.all(counted);
  const shift = Number(await page.evaluate('window.layoutShift'));
  const sizes = [bytes.script, bytes.stylesheet, bytes.font].map(inKb);
  return [...sizes, String(counted.length), shift.toFixed(3)];
}

function inKb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
