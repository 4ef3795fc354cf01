/**
 * Unique ids. They use `getRandomValues`, because browsers offer `randomUUID` only in secure
 * contexts.
 */

/** That many random bytes as hexadecimal digits. */
export function makeRandomHex(byteCount: number): string {
  return writeHex(crypto.getRandomValues(new Uint8Array(byteCount)));
}

/** A UUID of version 4 (RFC 9562, section 5.4). */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = writeHex(bytes);
  const ends = [8, 12, 16, 20, 32];
  return ends.map((end, index) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}

function writeHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
