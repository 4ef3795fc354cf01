/** A reply has at most a million characters, each wrapped in the protocol. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Limit of an error reply. */
const MAX_FAULT_BYTES = 64 * 1024;

/**
 * Calls an external service. Follows no redirects, so that the key is sent to its address only, and
 * reads the reply up to a limit.
 */
export const fetchBounded: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { status, statusText, headers, ok } = response;
  const body = response.body?.pipeThrough(boundedTo(ok ? MAX_BYTES : MAX_FAULT_BYTES));
  return new Response(body ?? null, { status, statusText, headers });
};

function boundedTo(maxBytes: number) {
  let bytes = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      bytes += part.length;
      if (bytes > maxBytes) controller.error(new Error('The AI service’s reply is too large.'));
      else controller.enqueue(part);
    },
  });
}
