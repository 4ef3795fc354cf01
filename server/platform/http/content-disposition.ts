import { encodeExtended } from 'content-disposition';

/** `attachment` or `inline` with the name of the file in both forms of RFC 6266. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  // Old clients read only this one; what is not plain ASCII becomes an underscore.
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\/%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=${encodeExtended(name)}`;
}
