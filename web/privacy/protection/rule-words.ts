import type { ErasurePass, RetentionRule, RuleState } from '@vlabs/contract/privacy/retention';

/** What each rule erases, and when its period starts. */
export const ruleWords: Record<RetentionRule, { name: string; what: string; after: string }> = {
  runs: {
    name: 'Runs',
    what: 'Program runs, with their input and output.',
    after: 'after they ran',
  },
  programs: {
    name: 'Drafts and versions',
    what: 'Programs of people who have left.',
    after: 'after they left',
  },
  work: {
    name: 'Work',
    what: 'Hand-ins with files, comments and test reports, and timelines of attempts. Marks, scores and answers are kept.',
    after: 'after the term, or after the work if it has no term',
  },
  archives: {
    name: 'Archives of tests',
    what: 'The files of sealed archives, which have the answers and timelines of a test. Their hashes are kept.',
    after: 'after the term, or after the test if it has no term',
  },
  people: {
    name: 'People',
    what: 'People who have left: name, roll number, email, phone numbers, mentor and addresses are replaced by a placeholder. Statistics do not change.',
    after: 'after they left',
  },
  log: { name: 'Audit log', what: 'Entries of the audit log.', after: 'after they were written' },
};

/** Such as `2 years` or `18 months`. */
export function writePeriod(months: number): string {
  if (months % 12 !== 0) return `${months} months`;
  return months === 12 ? '1 year' : `${months / 12} years`;
}

export function describeRule({ rule, months }: RuleState, serverRunDays: number): string {
  if (months !== null) return `Erased ${writePeriod(months)} ${ruleWords[rule].after}`;
  return rule === 'runs' ? `Kept ${serverRunDays} days, by the server’s settings` : 'Kept';
}

const countWords: Record<string, [one: string, many: string]> = {
  runs: ['run', 'runs'],
  programs: ['draft or version', 'drafts and versions'],
  'hand-ins': ['hand-in', 'hand-ins'],
  timelines: ['timeline', 'timelines'],
  archives: ['archive of a test', 'archives of tests'],
  'audit-lines': ['audit log entry', 'audit log entries'],
  people: ['person', 'people'],
  'people-announced': ['erasure announced', 'erasures announced'],
};

/** Such as `2 runs, 1 person`. Rows that belong to a person are not counted separately. */
export function describeCounts(counts: ErasurePass['counts']): string {
  const counted = Object.entries(countWords).flatMap(([name, [one, many]]) => {
    const rows = counts[name] ?? 0;
    return rows === 0 ? [] : [`${rows.toLocaleString('en-IN')} ${rows === 1 ? one : many}`];
  });
  return counted.length === 0 ? 'nothing' : counted.join(', ');
}
