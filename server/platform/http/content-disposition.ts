import { encodeExtended } from 'content-disposition';

/** `attachment` or `inline` with the file name in both forms of RFC 6266. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  // For old clients, which read only this form: non-ASCII characters become underscores.
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\/%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=${encodeExtended(name)}`;
}

/** The headers of a reply that browsers save as a file. */
export const attachmentHeaders = (name: string, contentType: string) => ({
  'content-type': contentType,
  'content-disposition': contentDisposition('attachment', name),
  'x-content-type-options': 'nosniff',
});
