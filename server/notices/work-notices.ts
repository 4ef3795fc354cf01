import type { NoticeKind } from '@vlabs/contract/notices/notices';
import type { WorkChange } from './notices.queries.ts';

type Change = Pick<WorkChange, 'kind' | 'change' | 'at' | 'endsAt' | 'isOpen'>;

const kinds: Record<WorkChange['kind'], Record<WorkChange['change'], NoticeKind>> = {
  quiz: { opened: 'new_test', times: 'test_times', withdrawn: 'test_withdrawn' },
  assignment: {
    opened: 'new_assignment',
    times: 'assignment_due',
    withdrawn: 'assignment_withdrawn',
  },
};

export const kindOf = ({ kind, change }: Pick<WorkChange, 'kind' | 'change'>): NoticeKind =>
  kinds[kind][change];

/**
 * Chooses which changes of a quiz or assignment become notices: new work once, the last of several time changes, and
 * withdrawals. Leaving an audience is not a notice.
 */
export function chooseChanges<One extends Change>(changes: readonly One[]): One[] {
  const last = changes.findLast(({ change }) => change !== 'times');
  if (!last) return [];
  if (last.change === 'withdrawn') {
    const wasKnown = changes.some(({ change }) => change === 'opened');
    return wasKnown && !isPast(last) ? [last] : [];
  }
  if (!last.isOpen) return [];
  const withdrawn = changes.findLastIndex(({ change }) => change === 'withdrawn');
  const since = changes.slice(withdrawn + 1);
  const opened = since.find(({ change }) => change === 'opened');
  const times = since.findLast(({ change }) => change === 'times');
  return [opened, times].filter((one) => one !== undefined).filter((one) => !isPast(one));
}

/** A quiz that was over when it was created is not new; an old assignment still is. */
const isPast = ({ kind, at, endsAt }: Change) => kind === 'quiz' && endsAt !== null && endsAt < at;
