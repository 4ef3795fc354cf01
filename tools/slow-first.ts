import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or more, most of it waiting: one that came last would be waited for alone. */
const SLOW = [
  'server/files/stores/hostile-store.test.ts',
  'server/platform/postgres/database-faults.test.ts',
  'runner/hostile/hostile.test.ts',
  'server/runs/dispatching/database-away.test.ts',
  'server/runs/judge0/hosted-hostile.test.ts',
  'server/students/hostile-lists.test.ts',
  'server/runs/dispatching/several-runners.test.ts',
  'server/main.test.ts',
  'server/attempts/sitting/attempt-faults.test.ts',
  'runner/leaks.test.ts',
];

/** Begins with the slow files, then as Vitest does: the longest of last time, or the largest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own order, of a new list.
    const sorted = await super.sort(files);
    const slow = SLOW.flatMap((name) =>
      sorted.filter((file) => relative(this.ctx.config.root, file.moduleId) === name),
    );
    return [...slow, ...sorted.filter((file) => !slow.includes(file))];
  }
}
