import { expect, test } from '@playwright/test';
import { findings } from '../axe.ts';
import { openWorkspace } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

/** A red square of 8 × 8 pixels, a drawing, and a table. */
const program = `import struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\\0" + b"\\xff\\0\\0" * 8 for _ in range(8))
with open("square.png", "wb") as out:
    out.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)))
    out.write(chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
with open("drawing.svg", "w") as out:
    out.write('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="alert(1)"><script>alert(2)</script><rect width="20" height="10"/></svg>')
with open("table.csv", "w") as out:
    out.write("name,marks\\nAsha,90\\n")
`;

test('files that a program wrote are shown and downloaded, and a drawing runs no script', async ({
  page,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write(program);
  await workspace.execute();
  const files = page.getByRole('region', { name: 'Files that the program wrote' });
  await expect(files.getByRole('listitem')).toHaveCount(3);
  const picture = files.getByRole('img', { name: 'square.png' });
  await expect(picture).toHaveJSProperty('naturalWidth', 8);
  const drawing = files.getByRole('img', { name: 'drawing.svg' });
  await expect(drawing).toHaveJSProperty('naturalWidth', 20);
  await files.getByText('Show').click();
  await expect(files.getByText('Asha,90')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download table.csv' }).click();
  expect((await downloading).suggestedFilename()).toBe('table.csv');
  expect(dialogs).toEqual([]);
});
