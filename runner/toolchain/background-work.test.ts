import { expect, test } from 'vitest';
import { BackgroundWork } from './precompiled-headers.ts';

const tick = () => new Promise(setImmediate);

test('work runs one piece at a time, each name once, in a bounded queue', async () => {
  const failures: unknown[] = [];
  const background = new BackgroundWork(2, (error) => failures.push(error));
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const note = (name: string) => async () => {
    done.push(name);
    if (name === 'one') await first.promise;
    if (name === 'two') throw new Error('two cannot be made');
  };
  for (const name of ['one', 'one', 'two', 'three']) background.want(name, note(name));
  await tick();
  expect(done).toEqual(['one']);
  first.resolve();
  await tick();
  expect(done).toEqual(['one', 'two']);
  expect(failures).toEqual([new Error('two cannot be made')]);
  background.want('three', note('three'));
  await tick();
  expect(done).toEqual(['one', 'two', 'three']);
});
