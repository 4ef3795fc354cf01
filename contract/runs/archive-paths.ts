/** Whether macOS added this file to an archive. */
export const isAddedByMacos = (path: string): boolean =>
  path.startsWith('__MACOSX/') || path === '.DS_Store' || path.endsWith('/.DS_Store');

/** The top folder that all paths are in, with its slash; empty if there is none. */
export function findTopFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const top = first.slice(0, first.indexOf('/') + 1);
  return paths.every((path) => path.startsWith(top)) ? top : '';
}
