const signatures: readonly { mimeType: string; at: number; bytes: string }[] = [
  { mimeType: 'image/png', at: 0, bytes: '\u0089PNG\r\n\u001a\n' },
  { mimeType: 'image/jpeg', at: 0, bytes: '\u00ff\u00d8\u00ff' },
  { mimeType: 'image/gif', at: 0, bytes: 'GIF8' },
  { mimeType: 'image/webp', at: 8, bytes: 'WEBP' },
  { mimeType: 'application/pdf', at: 0, bytes: '%PDF-' },
  { mimeType: 'application/zip', at: 0, bytes: 'PK\u0003\u0004' },
];

const officeTypes: Record<string, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

const UNKNOWN = 'application/octet-stream';

/** Detects the type from the first bytes; the name only distinguishes kinds of text and archives. */
export function findMimeType(name: string, firstBytes: Buffer): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const start = firstBytes.toString('latin1');
  const signature = signatures.find(({ at, bytes }) => start.startsWith(bytes, at));
  if (signature?.mimeType === 'application/zip') return officeTypes[ending] ?? 'application/zip';
  if (signature) return signature.mimeType;
  return isText(firstBytes) ? textType(ending, start) : UNKNOWN;
}

function textType(ending: string, start: string): string {
  if (/<svg[\s>]/i.test(start) || ending === 'svg') return 'image/svg+xml';
  if (/^\s*(<!doctype html|<html|<head|<body|<script)/i.test(start)) return 'text/html';
  if (/^(x?html?|xht|shtml)$/.test(ending)) return 'text/html';
  if (/^\s*<\?xml/.test(start) || ending === 'xml') return 'application/xml';
  if (ending === 'csv') return 'text/csv';
  return 'text/plain';
}

/** UTF-8 without control characters; the last character may be incomplete. */
function isText(bytes: Buffer): boolean {
  if (bytes.some((byte) => byte < 32 && !CONTROLS_IN_TEXT.has(byte))) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Tab, line feed, form feed, carriage return and escape. */
const CONTROLS_IN_TEXT = new Set([9, 10, 12, 13, 27]);

const shownInline = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
]);

/** Types that a browser may show by themselves: nothing that could run scripts. */
export const isShownInline = (mimeType: string): boolean => shownInline.has(mimeType);
