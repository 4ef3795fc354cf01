import {
  type ColumnMatch,
  FULL_NAME,
  LIST_HEADINGS,
  type ListHeading,
} from '@vlabs/contract/students/student-lists';

export type Target = ListHeading | typeof FULL_NAME;

/** Without these nobody can be put on the list. */
export const NEEDED: readonly Target[] = ['Roll no', 'Email ID'];
export const NAMES: readonly Target[] = ['First Name', 'Last Name'];
export const OTHERS: readonly Target[] = LIST_HEADINGS.filter(
  (heading) => !NEEDED.includes(heading) && !NAMES.includes(heading),
);

/** Whether a file has a name in one column or in two. */
export type NameIn = 'one' | 'two';

export const nameInOf = ({ read }: ColumnMatch): NameIn =>
  read[FULL_NAME] === undefined ? 'two' : 'one';

/** The match with a column chosen for a target, or none where it is empty. */
export function withColumn(match: ColumnMatch, target: Target, heading: string): ColumnMatch {
  const { [target]: _, ...read } = match.read;
  const chosen = heading === '' ? read : { ...read, [target]: heading };
  const used = new Set(Object.values(chosen));
  return { read: chosen, kept: match.kept.filter((one) => !used.has(one)) };
}

/** Without the columns of the name in the other form. */
export function withNameIn({ read, kept }: ColumnMatch, nameIn: NameIn): ColumnMatch {
  if (nameIn === 'one') {
    const { 'First Name': _first, 'Last Name': _last, ...rest } = read;
    return { read: rest, kept };
  }
  const { [FULL_NAME]: _whole, ...rest } = read;
  return { read: rest, kept };
}

/** What is still to be chosen, by target. */
export function findUnchosen(match: ColumnMatch, nameIn: NameIn): Map<Target, string> {
  const needed: [Target, string][] = [
    ['Roll no', 'Choose the column with the roll numbers.'],
    ['Email ID', 'Choose the column with the email addresses.'],
    nameIn === 'one'
      ? [FULL_NAME, 'Choose the column with the names.']
      : ['First Name', 'Choose the column with the first names.'],
  ];
  return new Map(needed.filter(([target]) => match.read[target] === undefined));
}
