import { chromium, type Page } from '@playwright/test';
import { LoadClients } from '../server/testing/load/load-clients.ts';
import { makeLoadQuiz } from '../server/testing/load/load-quiz.ts';
import type { Person } from '../server/testing/load/people.ts';
import { printTable } from '../server/testing/print-table.ts';
import { type StormProduct, startStormProduct } from './storm/storm-product.ts';

/** Compressed JavaScript, in KB of 1000 bytes. */
const BUDGET_KB = 150;
const PAGES = ['/', '/login'];
const QUESTIONS = 40;
/** Longer than the pages load anything after their heading. */
const SETTLED_MS = 5000;

/**
 * The transfer size of the first load of Home, of Login, and of a test with four options and with questions of all
 * kinds, including all requests until none is left.
 */
export async function benchPageWeight(): Promise<void> {
  const product = await startStormProduct();
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
    for (const isMixed of [false, true]) {
      const { student, path } = await makeTest(product, isMixed);
      const page = await browser.newPage();
      await page.addInitScript(signInScript(student));
      const name = `a test of ${QUESTIONS} ${isMixed ? 'mixed questions' : 'questions'}`;
      rows.push([name, ...(await weigh(page, product.url + path))]);
      await page.close();
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  printTable(['page', 'script KB', 'style KB', 'font KB', 'requests', 'layout shift'], rows);
  const [home = 0] = rows.map(([, scriptKb]) => Number(scriptKb));
  // What a test shares with Home counts there.
  const tooHeavy = rows.filter(
    ([page, scriptKb]) => Number(scriptKb) - (isTest(page) ? home : 0) > BUDGET_KB,
  );
  for (const [path] of tooHeavy)
    console.error(
      `${path} loads more than ${BUDGET_KB} KB of script${isTest(path) ? ' in addition to Home' : ''}.`,
    );
  if (tooHeavy.length > 0) process.exitCode = 1;
}

const isTest = (page = '') => !PAGES.includes(page);

async function makeTest(product: StormProduct, isMixed: boolean) {
  const [student] = await product.makeStudents(1);
  if (!student) throw new Error('The student was not created.');
  const clients = new LoadClients(product.url);
  const id = await makeLoadQuiz(clients, product.admin, QUESTIONS, { isMixed });
  clients.close();
  return { student, path: `/tests/quiz/${id}` };
}

/** Stores the session as the sign-in page does. */
function signInScript({ id, token }: Person): string {
  const user = { id, name: `Student ${id}`, email: `${id}@example.edu`, role: 0 };
  return `localStorage.setItem('auth', ${JSON.stringify(JSON.stringify({ user, token }))})`;
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
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A test follows its events for ever, so the network is never idle.
  await page.waitForTimeout(SETTLED_MS);
  await Promise.all(counted);
  const shift = Number(await page.evaluate('window.layoutShift'));
  const sizes = [bytes.script, bytes.stylesheet, bytes.font].map(inKb);
  return [...sizes, String(counted.length), shift.toFixed(3)];
}

function inKb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
