import type { ErasurePass, RetentionRule, RuleState } from '@vlabs/contract/people/retention';

/** What a rule has go, and from when it counts. */
export const ruleWords: Record<RetentionRule, { name: string; what: string; after: string }> = {
  runs: {
    name: 'Runs',
    what: 'Programs that were run, with what went in and what came out.',
    after: 'after they ran',
  },
  programs: {
    name: 'Drafts and versions',
    what: 'Programs of people who have left.',
    after: 'after they left',
  },
  work: {
    name: 'Work',
    what: 'What was handed in with files, comments and reports of tests, and timelines of attempts. Marks, scores and answers stay.',
    after: 'after the term, or after the work where it has no term',
  },
  people: {
    name: 'People',
    what: 'Who has left: a placeholder takes the place of name, roll number, email, phone numbers, mentor and addresses. Figures stay as they are.',
    after: 'after they left',
  },
  log: { name: 'Audit log', what: 'Lines of the audit log.', after: 'after they were written' },
};

/** `2 years`, `18 months` */
export function writePeriod(months: number): string {
  if (months % 12 !== 0) return `${months} months`;
  return months === 12 ? '1 year' : `${months / 12} years`;
}

export function describeRule({ rule, months }: RuleState, serverRunDays: number): string {
  if (months !== null) return `Erased ${writePeriod(months)} ${ruleWords[rule].after}`;
  return rule === 'runs' ? `Kept ${serverRunDays} days, as the server is set` : 'Kept';
}

const countWords: Record<string, [one: string, many: string]> = {
  runs: ['run', 'runs'],
  programs: ['draft or version', 'drafts and versions'],
  'hand-ins': ['hand-in', 'hand-ins'],
  timelines: ['timeline', 'timelines'],
  'audit-lines': ['line of the audit log', 'lines of the audit log'],
  people: ['person', 'people'],
  'people-announced': ['person announced', 'people announced'],
};

/** `2 runs, 1 person`; rows of people are part of them, and not counted once more. */
export function describeCounts(counts: ErasurePass['counts']): string {
  const said = Object.entries(countWords).flatMap(([name, [one, many]]) => {
    const rows = counts[name] ?? 0;
    return rows === 0 ? [] : [`${rows.toLocaleString('en-IN')} ${rows === 1 ? one : many}`];
  });
  return said.length === 0 ? 'nothing' : said.join(', ');
}
