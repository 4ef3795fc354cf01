const chunkLength = 0x8000;

/** The base64 of the text's UTF-8 bytes. */
export function encodeBase64Text(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  // A call takes a limited number of arguments, so a large program goes in pieces.
  for (let start = 0; start < bytes.length; start += chunkLength) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkLength));
  }
  return btoa(binary);
}

/** The text whose UTF-8 bytes are in the base64; bytes that are no UTF-8 become U+FFFD. */
export function decodeBase64Text(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
