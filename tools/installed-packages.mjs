/**
 * Reports whether every package of the lock file is installed. npm writes its list of them last, so an installation
 * that was cut off is detected; a package that was deleted since is missing as a file.
 */
export function areInstalled({ locked, installed, tests, isThere }) {
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.optional) return true;
    if (wanted.link) return isThere(path);
    if (!tests && (wanted.dev || wanted.devOptional)) return true;
    return installed[path]?.version === wanted.version && isThere(`${path}/package.json`);
  });
}
