/** A reply that is read has a million characters at most, each in some words of the protocol. */
const MAX_BYTES = 8 * 1024 * 1024;
/** What a service says of a fault. */
const MAX_FAULT_BYTES = 64 * 1024;

/**
 * Asks a service that is not ours: the key goes to its address and to no other, so nothing is followed
 * elsewhere, and its reply is read to a bound and no further.
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
      if (bytes > maxBytes) controller.error(new Error('The AI service sent more than is read.'));
      else controller.enqueue(part);
    },
  });
}
