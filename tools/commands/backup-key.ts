import { readFile } from 'node:fs/promises';
import { KEY_BYTES } from '../../server/backup/sealing.ts';
import { UsageError } from './run-tool.ts';

/** Reads the key from a file of 64 hexadecimal digits; null if no file is given. */
export async function readBackupKey(file: string | undefined): Promise<Buffer | null> {
  if (file === undefined) return null;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(
      `The key file ${file} cannot be read. To make one: openssl rand -hex ${KEY_BYTES} > ${file}`,
    );
  });
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) {
    throw new UsageError(
      `The key file ${file} must hold ${KEY_BYTES * 2} hexadecimal digits, as openssl rand -hex ${KEY_BYTES} writes them.`,
    );
  }
  return Buffer.from(text.trim(), 'hex');
}
