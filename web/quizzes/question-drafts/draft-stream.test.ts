import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const REFUSED = { event: 'refused', number: 1, title: 'नमस्ते 🙂', reason: 'It has no answer.' };
const FINISHED = { event: 'finished', accepted: 0, refused: 1, missing: 1 };

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', { addEventListener: () => undefined });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** As one that comes byte by byte: cut within lines and within characters. */
function answerWith(text: string): void {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
}

test.each(['\n', '\r\n'])(
  'drafts are read byte by byte, with %j at the ends of lines',
  async (end) => {
    const { streamDrafts } = await import('./draft-stream.ts');
    const written = [REFUSED, FINISHED]
      .map((event) => `event: ${event.event}${end}data: ${JSON.stringify(event)}${end}${end}`)
      .join('');
    answerWith(written);
    const drafts: unknown[] = [];
    const { signal } = new AbortController();
    for await (const draft of streamDrafts({ path: '/drafts' }, {}, signal)) drafts.push(draft);
    expect(drafts).toEqual([REFUSED, FINISHED]);
  },
);
