import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, type Request, test } from '@playwright/test';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../../people.ts';

let folder: string;
let large: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-upload-'));
  large = join(folder, 'six chunks.bin');
  await writeFile(large, Buffer.alloc(5 * CHUNK_BYTES + 1000, 7));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function openHandIn(page: Page): Promise<void> {
  const student = await registerStudent(page.request);
  const { token } = await logIn(page.request, demoAdmin);
  const response = await page.request.post('/api/v1/auth/create-assignment', {
    headers: { authorization: token },
    data: {
      assignment: 'Hand in a large file.',
      audience: { everyone: false, rollNumbers: [student.id] },
    },
  });
  const { data } = await response.json();
  await beSignedIn(page, student);
  await page.goto(`/assignments/${data.id}`);
  await page.getByText('Files', { exact: true }).click();
}

const isChunk = (request: Request) =>
  request.method() === 'POST' && request.url().includes('/v1/storage/buckets/submissions/files');

test('an upload that is lost at the third of six chunks is resumed, also after a reload', async ({
  page,
}) => {
  await openHandIn(page);
  const third = `bytes ${2 * CHUNK_BYTES}-`;
  const sixth = `bytes ${5 * CHUNK_BYTES}-`;
  const sent: string[] = [];
  // Chunks are sent in parallel, so the last one must not arrive before the third.
  let lost = [third, sixth];
  await page.route('**/v1/storage/buckets/submissions/files', async (route) => {
    const range = (await route.request().headerValue('content-range')) ?? '';
    if (lost.some((start) => range.startsWith(start))) return route.abort('connectionreset');
    sent.push(range);
    return route.continue();
  });
  await page.getByLabel('Files to hand in', { exact: true }).setInputFiles(large);
  await expect(page.getByRole('alert')).toContainText(
    'The connection was lost. Select Resume to send the rest.',
  );

  lost = [sixth];
  const resumed = sent.length;
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => sent.some((range) => range.startsWith(third))).toBe(true);
  await expect(page.getByRole('alert')).toBeVisible();

  lost = [];
  await page.reload();
  await page.getByText('Files', { exact: true }).click();
  await page.getByLabel('Files to hand in', { exact: true }).setInputFiles(large);
  await expect(page.getByText('six chunks.bin (25 MB)')).toBeVisible();
  // Chunks that had arrived are not sent again; the first one had.
  expect(sent.slice(resumed).some((range) => range.startsWith('bytes 0-'))).toBe(false);
  expect(sent.slice(resumed).some((range) => range.startsWith(sixth))).toBe(true);

  await page.getByRole('button', { name: 'Hand in the file' }).click();
  await expect(page.getByText('Handed in.', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Handed in' })).toContainText('six chunks.bin');
});

test('an upload shows its progress, and cancelling it leaves nothing', async ({ page }) => {
  await openHandIn(page);
  const gates: (() => void)[] = [];
  await page.route('**/v1/storage/buckets/submissions/files', async (route) => {
    const range = (await route.request().headerValue('content-range')) ?? '';
    if (!range.startsWith('bytes 0-')) await new Promise<void>((open) => gates.push(open));
    await route.continue().catch(() => undefined);
  });
  const deleted = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/v1/storage/'),
  );
  await page.getByLabel('Files to hand in', { exact: true }).setInputFiles(large);
  await expect(page.getByText('20% of 25 MB')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await (await deleted).response())?.status()).toBe(204);
  for (const open of gates) open();
  await expect(page.getByText('20% of 25 MB')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Hand in the file' })).toBeDisabled();
});

test('a refused file shows the reason, and nothing is handed in', async ({ page }) => {
  await openHandIn(page);
  const empty = { name: 'empty.c', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
  const refused = page.waitForRequest(isChunk);
  await page.getByLabel('Files to hand in', { exact: true }).setInputFiles(empty);
  await refused;
  await expect(page.getByRole('alert')).toContainText('The file is empty (0 bytes).');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Hand in the file' })).toBeDisabled();
});
