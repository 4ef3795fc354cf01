/** A file that a program wrote. */
export interface WrittenFile {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What can be shown of a file beside its name. */
export type Look = { kind: 'picture'; type: string } | { kind: 'text'; text: string } | null;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
/** Of a PNG, in its header. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
/** A browser needs four bytes of memory for each pixel, however small the file is. */
const MAX_PIXELS = 25_000_000;
const MAX_SHOWN_TEXT = 100_000;

/** Tells from the contents how a file can be shown; null if it can only be downloaded. */
export function lookAt({ path, bytes }: WrittenFile): Look {
  if (beginsWith(bytes, PNG))
    return isSmallPng(bytes) ? { kind: 'picture', type: 'image/png' } : null;
  if (beginsWith(bytes, JPEG)) return null;
  if (bytes.length > MAX_SHOWN_TEXT || bytes.includes(0)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // As an image, an SVG runs no scripts and loads nothing.
    return /\.svg$/i.test(path)
      ? { kind: 'picture', type: 'image/svg+xml' }
      : { kind: 'text', text };
  } catch {
    return null;
  }
}

const beginsWith = (bytes: Uint8Array, begin: readonly number[]) =>
  begin.every((byte, at) => bytes[at] === byte);

function isSmallPng({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): boolean {
  if (length < HEIGHT_AT + 4) return false;
  const view = new DataView(buffer, byteOffset);
  return view.getUint32(WIDTH_AT) * view.getUint32(HEIGHT_AT) <= MAX_PIXELS;
}
