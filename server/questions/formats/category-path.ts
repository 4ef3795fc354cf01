/** The root of a course's questions in Moodle. */
const TOP = '$course$/top';

/** A topic as a Moodle category path, where `//` is an escaped slash. */
export function writeCategory(topic: string | null): string {
  if (topic === null) return TOP;
  // A slash at the end would merge with the separator.
  return `${TOP}/ ${topic.replaceAll('/', '//')} `;
}

/** The last name of the path; the root is not a topic. */
export function readCategory(path: string): string | null {
  const names = path.trim().split(/(?<!\/)\/(?!\/)/);
  const last = (names.at(-1) ?? '').replaceAll('//', '/').trim();
  const isTop = names.length <= 2 && (last === 'top' || /^\$\w+\$$/.test(last));
  return last === '' || isTop ? null : last;
}
