import { expect, test } from 'vitest';
import { answerWith, setUpReplies } from './live-events.setup.ts';

const WORDS = '{"text":"नमस्ते 🙂","at":7}';

setUpReplies();

test.each([
  ['as our server writes it', `: \n\nevent: changed\ndata: ${WORDS}\n\n`],
  ['with the line ends of Windows', `: \r\n\r\nevent: changed\r\ndata: ${WORDS}\r\n\r\n`],
  ['its data in two lines', `event: changed\ndata: {"text":"नमस्ते 🙂",\ndata: "at":7}\n\n`],
  ['without blanks, its name last', `data:${WORDS}\nevent:changed\n\n`],
  ['beside what has no name', `data: 1\n\nretry: 5\nevent: changed\ndata: ${WORDS}\nid: 3\n\n`],
])('an event is heard byte by byte, %s', async (_, written) => {
  const { followEvents } = await import('./live-events.ts');
  answerWith(written);
  const end = new AbortController();
  const received: unknown[] = [];
  await followEvents('/events', {
    onEvent: (event, data) => received.push([event, data]),
    onLine: (isOpen) => {
      if (!isOpen) queueMicrotask(() => end.abort());
    },
    signal: end.signal,
  });
  expect(received).toEqual([['changed', { text: 'नमस्ते 🙂', at: 7 }]]);
});
