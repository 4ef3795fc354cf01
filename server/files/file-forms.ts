import { randomUUID } from 'node:crypto';
import type { ReceivedFile, ReceivedForm } from '../platform/http/multipart.ts';
import { findUnstorableText } from '../platform/postgres/storable-text.ts';
import type { Chunk } from './content-range.ts';
import * as refusals from './file-refusals.ts';
import { fitsChunk } from './uploads.ts';

const FILE_ID = /^[A-Za-z0-9][\w.-]{0,35}$/;
const MAX_NAME_LENGTH = 1000;
const MAX_PERMISSIONS = 100;
const MAX_PERMISSION_LENGTH = 100;

/** The id that the client chose, or a new one. */
export function chooseId(sent: string | undefined, chunk: Chunk | null): string {
  if (sent === 'unique()' && chunk && chunk.number > 1) throw refusals.missingUploadId();
  if (sent === 'unique()') return randomUUID().replaceAll('-', '');
  if (sent === undefined || !FILE_ID.test(sent)) throw refusals.invalidFileId();
  return sent;
}

/** The file of a form, if it is complete and has a usable name. */
export function requireFile(file: ReceivedFile | null, chunk: Chunk | null): ReceivedFile {
  if (!file) throw refusals.noFile();
  if (file.sizeBytes === 0) throw refusals.emptyFile();
  if (!fitsChunk(file, chunk)) throw refusals.invalidRange();
  const { name } = file;
  const isName = name.trim() !== '' && name.length <= MAX_NAME_LENGTH;
  if (!isName || findUnstorableText(name) !== null) throw refusals.invalidName();
  return file;
}

/** Stored and shown as sent; access depends only on bucket and role. */
export function readPermissions({ fields }: ReceivedForm): string[] {
  const sent = [...fields].flatMap(([name, values]) =>
    /^permissions(\[\d*\])?$/.test(name) ? values : [],
  );
  return sent
    .filter((text) => text.length <= MAX_PERMISSION_LENGTH && findUnstorableText(text) === null)
    .slice(0, MAX_PERMISSIONS);
}
