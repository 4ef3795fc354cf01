/** The top of the questions of a course, as Moodle writes it. */
const TOP = '$course$/top';

/** A topic as a path of Moodle's categories, where `//` stands for a slash in a name. */
export function writeCategory(topic: string | null): string {
  if (topic === null) return TOP;
  // A slash at an end would stick to the one that sets the names apart.
  return `${TOP}/ ${topic.replaceAll('/', '//')} `;
}

/** The last name of the path; the top itself is no topic. */
export function readCategory(path: string): string | null {
  const names = path.trim().split(/(?<!\/)\/(?!\/)/);
  const last = (names.at(-1) ?? '').replaceAll('//', '/').trim();
  const isTop = names.length <= 2 && (last === 'top' || /^\$\w+\$$/.test(last));
  return last === '' || isTop ? null : last;
}
