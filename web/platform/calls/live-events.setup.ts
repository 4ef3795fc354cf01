import { afterAll, beforeAll, vi } from 'vitest';

/** A window without storage, and the replies that `answerWith` sets. */
export function setUpReplies() {
  beforeAll(() => {
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('sessionStorage', { getItem: () => null });
    vi.stubGlobal('window', { addEventListener: () => undefined });
  });

  afterAll(() => {
    vi.unstubAllGlobals();
  });
}

/** Arrives byte by byte, split within lines and characters. */
export function answerWith(text: string): void {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
}
