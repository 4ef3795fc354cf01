import type { BoxFile } from '../../sandbox/box-protocol.ts';
import { type JavaClass, readClass } from './classes.ts';
import { listOuterTypes } from './main-class.ts';
import type { Started } from '../recipe.ts';
import { storedZip } from './stored-zip.ts';

/** Packages may have more levels than the folders of a box, so their classes are put into an archive. */
const ARCHIVE = 'program.jar';

const PACKAGE = /^[ \t]*package[ \t]+([\w.]+)[ \t]*;/m;

/**
 * The class to start: that of the file if it has a main method, otherwise the first in the source that has one. The
 * class of the file if none has, so that Java says what is missing.
 */
export function startJava(sourceFile: string, source: string, files: BoxFile[]): Started {
  const classes = files.flatMap((file) => {
    const read = readClass(file.bytes);
    return read === null ? [] : [{ ...read, file }];
  });
  const own = sourceFile.slice(0, -'.java'.length);
  const ofSource = [own, ...listOuterTypes(source)];
  // Other files may have classes of the same names in other packages.
  const [, inPackage] = PACKAGE.exec(source) ?? [];
  const folder = inPackage === undefined ? '' : `${inPackage.replaceAll('.', '/')}/`;
  const found = findMain(classes, [...ofSource.map((name) => `${folder}${name}`), ...ofSource]);
  const start = found ?? classes.find(({ name }) => lastOf(name) === own);
  const mainClass = start?.name.replaceAll('/', '.') ?? own;
  if (!classes.some(({ name }) => name.includes('/'))) return { files, sourceFile, mainClass };
  const entries = classes.map(({ name, file }) => ({ name: `${name}.class`, bytes: file.bytes }));
  const archive = { name: ARCHIVE, mode: 0o644, bytes: storedZip(entries) };
  return { files: [archive], sourceFile, mainClass, classPath: `/box/${ARCHIVE}:/box` };
}

const lastOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);

function findMain<Class extends JavaClass>(classes: readonly Class[], inOrder: string[]) {
  const able = classes.filter(({ hasMain }) => hasMain);
  const placeOf = ({ name }: Class) => {
    const places = [inOrder.indexOf(name), inOrder.lastIndexOf(lastOf(name))];
    return places.find((place) => place >= 0) ?? Infinity;
  };
  const byName = able.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return byName.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))[0];
}
