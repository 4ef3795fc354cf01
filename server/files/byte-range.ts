/** First and last byte, from 0, inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses a Range header for a file of this size. Null sends the whole file (no range, or a form that may be
 * ignored); `unsatisfiable` means that none of the bytes exists.
 */
export function readByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const suffix = Math.min(Number(to), sizeBytes);
    return suffix === 0 ? 'unsatisfiable' : { first: sizeBytes - suffix, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= sizeBytes ? 'unsatisfiable' : { first, last };
}
