import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { HANG_MS } from '../runner/testing/patience.ts';
import { unpack, verifyByHand } from '../server/archives/verify-by-hand.setup.ts';
import { readPdf } from '../server/testing/read-pdf.ts';
import { findings } from './axe.ts';
import { makeSatQuiz } from './classes/sat-quiz.ts';
import { saveBy } from './downloads.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';
import { beSignedIn, demoAdmin, registerStudent } from './people.ts';

let product: OwnProduct;

test.beforeAll(async () => {
  // Its tests are over when they end.
  product = await startOwnProduct({
    VLABS_DEMO: 'on',
    VLABS_REGISTRATION: 'open',
    VLABS_GRACE_SECONDS: '0',
  });
});
test.afterAll(() => product.stop());

test('an exam cell downloads the archive of a test and verifies it with sha256sum alone', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const student = await registerStudent(page.request);
  const quizId = await makeSatQuiz(page.request, 'Sealed', [student], { endsInMs: 4000 });
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance?quiz=${quizId}`);
  const part = page.getByRole('region', { name: 'Archive' });
  const archive = part.getByRole('article', { name: 'Archive 1' });
  await expect(async () => {
    await page.reload();
    await expect(archive).toContainText('because the test was over and judged', { timeout: 3000 });
  }).toPass({ timeout: HANG_MS });
  await expect(archive).toContainText('One attempt');
  expect(await findings(page)).toEqual([]);

  const { name, bytes } = await saveBy(archive.getByRole('button', { name: 'Download archive 1' }));
  expect(name).toBe('test-archive-1.zip');
  const files = unpack(bytes);
  expect(await verifyByHand(files)).toContain('attempts/0001/answers.json: OK');
  const hash = createHash('sha256')
    .update(files['manifest.sha256'] ?? '')
    .digest('hex');
  await expect(archive).toContainText(hash);
  const attempt = await readPdf(files['attempts/0001/attempt.pdf'] ?? Buffer.of());
  expect(attempt.text).toContain('Questions and answers');
  const slip = await saveBy(archive.getByRole('button', { name: 'Print the slip of archive 1' }));
  expect((await readPdf(slip.bytes)).text.replaceAll(/\s/g, '')).toContain(hash);
  await context.close();
});
