import { findTopFolder, isAddedByMacos } from '@vlabs/contract/runs/archive-paths';
import {
  findLanguageOfFile,
  languages,
  type ProgrammingLanguage,
} from '@vlabs/contract/runs/languages';
import { MAX_PROGRAM_FILES, MAX_PROGRAM_FILES_BYTES } from '@vlabs/contract/runs/program-files';
import { findProblem, joinProgram } from '@vlabs/contract/runs/program-text';

const SAYS_HOW = 'Name it main.c, main.cpp, Main.java or script.py.';

type Opened = { text: string; languageId: ProgrammingLanguage['id'] } | { refusal: string };

/** Reads the files of a program from a ZIP. A common top folder is left out. */
export async function openZip(name: string, bytes: Uint8Array): Promise<Opened> {
  const { unzipSync } = await import('fflate');
  let total = 0;
  let count = 0;
  const isWanted = (file: { name: string; originalSize: number }) => {
    if (file.name.endsWith('/') || isAddedByMacos(file.name)) return false;
    total += file.originalSize;
    count += 1;
    return total <= MAX_PROGRAM_FILES_BYTES && count <= MAX_PROGRAM_FILES;
  };
  let unpacked: Record<string, Uint8Array>;
  try {
    unpacked = unzipSync(bytes, { filter: isWanted });
  } catch {
    return { refusal: `${name} is not a ZIP archive that can be read.` };
  }
  if (count > MAX_PROGRAM_FILES || total > MAX_PROGRAM_FILES_BYTES)
    return { refusal: `${name} has more than ${MAX_PROGRAM_FILES} files or 1 MB.` };
  const files: { path: string; text: string }[] = [];
  for (const [path, content] of Object.entries(withoutTopFolder(unpacked))) {
    const text = readText(content);
    if (text === null) return { refusal: `${path} in ${name} is not a UTF-8 text file.` };
    files.push({ path, text });
  }
  return choose(name, files);
}

function choose(name: string, files: readonly { path: string; text: string }[]): Opened {
  const paths = files.map(({ path }) => path);
  const found = findMain(paths);
  if (!found) return { refusal: `${name} has no main file. ${SAYS_HOW}` };
  const { language, path } = found;
  const others = files.filter((file) => file.path !== path);
  const problem = findProblem(
    others.map((file) => file.path),
    language.sourceFile,
  );
  if (problem !== null) return { refusal: `${name} can’t be opened. ${problem}` };
  const main = files.find((file) => file.path === path)?.text ?? '';
  return { text: joinProgram({ main, files: others }), languageId: language.id };
}

/** The file with the name that a language expects, or else the only program outside of folders. */
function findMain(paths: readonly string[]) {
  for (const language of languages) {
    const path = [language.sourceFile, language.fileInArchive].find((one) => paths.includes(one));
    if (path !== undefined) return { language, path };
  }
  const programs = paths.flatMap((path) => {
    const language = path.includes('/') ? null : findLanguageOfFile(path.split('.').at(-1) ?? '');
    return language ? [{ language, path }] : [];
  });
  return programs.length === 1 ? programs[0] : undefined;
}

function withoutTopFolder(files: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const top = findTopFolder(Object.keys(files));
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.slice(top.length), content]),
  );
}

function readText(content: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? null : text.replaceAll(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}
