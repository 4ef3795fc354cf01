import type { CustomFetchOptions } from 'openid-client';

/** A document of a provider, such as its keys, is far shorter. */
const MAX_BYTES = 1_000_000;

/** As fetch, but a reply longer than a megabyte is an error. The caller's signal also ends the reading of the body. */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const { method, headers: sent, redirect, body = null, signal = null } = options;
  const response = await fetch(url, { method, headers: sent, redirect, body, signal });
  const { status, headers } = response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (length > MAX_BYTES) throw new Error(`The reply of ${new URL(url).host} is too long.`);
    chunks.push(new Uint8Array(chunk));
  }
  return new Response(length === 0 ? null : new Blob(chunks), { status, headers });
}
