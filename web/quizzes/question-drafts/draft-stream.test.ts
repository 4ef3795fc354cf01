import { expect, test } from 'vitest';
import { answerWith, setUpReplies } from '../../platform/calls/live-events.setup.ts';

const REFUSED = { event: 'refused', number: 1, title: 'नमस्ते 🙂', reason: 'It has no answer.' };
const FINISHED = { event: 'finished', accepted: 0, refused: 1, missing: 1 };

setUpReplies();

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
