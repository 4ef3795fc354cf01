import { expect, test } from 'vitest';
import { emptyContent } from './draft-content.ts';
import { DraftAutosave, readKeptHere } from './draft-autosave.ts';

interface Call {
  topic: string;
  revision: number;
  answer: (revision: number) => void;
  refuse: (error: Error) => void;
}

const conflict = new Error('changed elsewhere');

function makeAutosave({ revision = 0, keptHere }: { revision?: number; keptHere?: string } = {}) {
  const calls: Call[] = [];
  const kept: (string | null)[] = [];
  const autosave = new DraftAutosave({
    content: emptyContent(),
    revision,
    savedAt: null,
    keptHere: keptHere ?? null,
    save: ({ details }, base) =>
      new Promise((resolve, reject) => {
        const answer = (next: number) =>
          resolve({ revision: next, savedAt: '2026-11-21T05:00:00Z' });
        calls.push({ topic: details.topic, revision: base, answer, refuse: reject });
      }),
    isConflict: (error) => error === conflict,
    keepHere: (text) => kept.push(text),
  });
  const type = (topic: string) =>
    autosave.change((content) => ({ ...content, details: { ...content.details, topic } }));
  /** Waits until save number `index` is sent. */
  const sent = async (index: number): Promise<Call> => {
    await expect.poll(() => calls.length).toBeGreaterThan(index);
    const call = calls[index];
    if (!call) throw new Error(`Save ${index} was not sent.`);
    return call;
  };
  return { autosave, calls, kept, sent, type };
}

test('what is typed is kept here at once, and let go when the server has it', async () => {
  const { autosave, kept, sent, type } = makeAutosave();
  type('Optics');
  expect(autosave.current().saving).toBe('waiting');
  expect(readKeptHere(kept.at(-1) ?? null)?.content.details.topic).toBe('Optics');
  const saved = autosave.flush();
  (await sent(0)).answer(1);
  expect(await saved).toBe(true);
  expect(autosave.current()).toMatchObject({ saving: 'saved', savedAt: '2026-11-21T05:00:00Z' });
  expect(kept.at(-1)).toBeNull();
});

test('what is typed while a save is under way is saved after it, from its revision', async () => {
  const { autosave, calls, sent, type } = makeAutosave();
  type('O');
  const first = autosave.flush();
  const { answer } = await sent(0);
  type('Optics');
  const second = autosave.flush();
  answer(1);
  await first;
  (await sent(1)).answer(2);
  expect(await second).toBe(true);
  expect(calls.map(({ topic, revision }) => [topic, revision])).toEqual([
    ['O', 0],
    ['Optics', 1],
  ]);
});

test('a save that fails says so, and the next try sends everything', async () => {
  const { autosave, kept, sent, type } = makeAutosave();
  type('Optics');
  const first = autosave.flush();
  (await sent(0)).refuse(new Error('away'));
  expect(await first).toBe(false);
  expect(autosave.current().saving).toBe('not-saved');
  expect(kept.at(-1)).not.toBeNull();
  const second = autosave.flush();
  (await sent(1)).answer(1);
  expect(await second).toBe(true);
});

test('a draft that was changed elsewhere is not overwritten', async () => {
  const { autosave, calls, sent, type } = makeAutosave();
  type('Optics');
  const first = autosave.flush();
  (await sent(0)).refuse(conflict);
  expect(await first).toBe(false);
  type('Waves');
  expect(await autosave.flush()).toBe(false);
  expect(autosave.current()).toMatchObject({ saving: 'changed-elsewhere' });
  expect(calls).toHaveLength(1);
});

test('after it is closed nothing is saved and nothing is kept here', async () => {
  const { autosave, calls, kept, type } = makeAutosave();
  type('Optics');
  autosave.close();
  type('Waves');
  expect(kept.at(-1)).toBeNull();
  expect(calls).toEqual([]);
  expect(readKeptHere('{"no":"draft"}')).toBeNull();
  expect(readKeptHere('{')).toBeNull();
});

test('what is typed while a save is under way is kept here with the revision of that save', async () => {
  const { autosave, kept, sent, type } = makeAutosave();
  type('O');
  const first = autosave.flush();
  const { answer } = await sent(0);
  type('Optics');
  answer(1);
  await first;
  const unsaved = readKeptHere(kept.at(-1) ?? null);
  expect(unsaved).toMatchObject({ revision: 1, content: { details: { topic: 'Optics' } } });
  autosave.close();
});

/** What a page stores of a draft that it opened at this revision. */
function leave(topic: string, revision: number): string {
  const { autosave, kept, type } = makeAutosave({ revision });
  type(topic);
  const [text] = kept;
  autosave.close();
  return text ?? '';
}

test('what an earlier page left here is sent if nobody has saved since', async () => {
  const { autosave, sent } = makeAutosave({ revision: 2, keptHere: leave('Optics', 2) });
  expect(autosave.current()).toMatchObject({
    saving: 'waiting',
    content: { details: { topic: 'Optics' } },
  });
  const saved = autosave.flush();
  const call = await sent(0);
  expect(call).toMatchObject({ topic: 'Optics', revision: 2 });
  call.answer(3);
  expect(await saved).toBe(true);
});

test('what an earlier page left here waits for a choice if another device has saved since', async () => {
  const { autosave, calls, sent } = makeAutosave({ revision: 3, keptHere: leave('Optics', 2) });
  expect(autosave.current()).toMatchObject({
    saving: 'changed-elsewhere',
    content: { details: { topic: 'Optics' } },
  });
  expect(await autosave.flush()).toBe(false);
  expect(calls).toEqual([]);
  const saved = autosave.overwrite(3);
  (await sent(0)).answer(4);
  await saved;
  expect(autosave.current().saving).toBe('saved');
});

test('what an earlier page left here needs no choice if the server has the same', () => {
  const { autosave } = makeAutosave({ revision: 3, keptHere: leave('', 2) });
  expect(autosave.current().saving).toBe('nothing-to-save');
});
