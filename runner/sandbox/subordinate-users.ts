/** The most live boxes. */
export const BOX_USERS = 256;

/**
 * Finds `BOX_USERS` numbers that a user may use for both users and groups.
 * @param users,groups the text of /etc/subuid and /etc/subgid
 * @param names the user's name and number: either may be in the files
 * @returns the first number; null if there are none
 */
export function findSubordinates(
  users: string,
  groups: string,
  names: readonly string[],
): number | null {
  const ofGroups = rangesOf(groups, names);
  for (const one of rangesOf(users, names)) {
    for (const other of ofGroups) {
      const first = Math.max(one.first, other.first);
      if (Math.min(one.end, other.end) - first >= BOX_USERS) return first;
    }
  }
  return null;
}

/** Lines of `name:first:count`; `end` is after the last. */
const rangesOf = (text: string, names: readonly string[]) =>
  text.split('\n').flatMap((line) => {
    const [, name = '', first = '', count = ''] =
      /^([^:]+):(\d{1,10}):(\d{1,10})$/.exec(line) ?? [];
    if (!names.includes(name) || Number(first) === 0) return [];
    return { first: Number(first), end: Number(first) + Number(count) };
  });
