const chunkLength = 0x8000;

/** The base64 of the text's UTF-8 bytes. */
export function encodeBase64Text(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  // Function calls take a limited number of arguments, so large programs are encoded in pieces.
  for (let start = 0; start < bytes.length; start += chunkLength) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkLength));
  }
  return btoa(binary);
}

export const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Decodes UTF-8 from base64; invalid bytes become U+FFFD. */
export function decodeBase64Text(base64: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(decodeBase64(base64));
}
