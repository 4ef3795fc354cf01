import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  findLanguage,
  findLanguageOfFile,
} from '@vlabs/contract/runs/languages';
import { splitProgram } from '@vlabs/contract/runs/program-text';
import type { NotComparedReason } from '@vlabs/contract/similarity/similarity';
import type { HandedInSource } from '../../assignments/assignments.reads.ts';
import type { FinishedFile, StoredFiles } from '../../files/files.reads.ts';
import type { SourceFile } from './tokenise.ts';

export interface ProgramRead {
  /** A hand-in id, or a roll number in a test. */
  id: string;
  /** Of the submission in a test; null for a hand-in. */
  version: string | null;
  language: number;
  files: SourceFile[];
  /** Files of the hand-in that are not programs. */
  leftFiles: string[];
  /** There is more than was read. */
  isCut: boolean;
}

export interface NotCompared {
  id: string;
  version: string | null;
  reason: NotComparedReason;
  leftFiles: string[];
}

/** Characters per program; longer ones are cut much earlier. */
export const MAX_TEXT = 400_000;

/** The programs of a hand-in, one per language. */
export async function readPrograms(
  { handInId: id, source, languageId, fileIds }: HandedInSource,
  stored: StoredFiles,
): Promise<ProgramRead[] | NotCompared> {
  if (source !== null && languageId !== null) {
    const isCut = source.length > MAX_TEXT;
    const files = filesOfText(source.slice(0, MAX_TEXT), languageId);
    return [{ id, version: null, language: languageId, files, leftFiles: [], isCut }];
  }
  const found = await Promise.all(
    fileIds.map((fileId) => stored.findFile({ bucketId: 'submissions', fileId })),
  );
  return readFiles(
    id,
    found.filter((file) => file !== null),
    stored,
  );
}

/** The files of a program that was written on our pages. */
export function filesOfText(text: string, languageId: number): SourceFile[] {
  const { main, files } = splitProgram(text, findLanguage(languageId)?.sourceFile ?? '');
  return [{ name: '', text: main }, ...files.map((file) => ({ name: file.path, text: file.text }))];
}

async function readFiles(
  id: string,
  stored: readonly FinishedFile[],
  files: StoredFiles,
): Promise<ProgramRead[] | NotCompared> {
  const languages = new Set(stored.map(({ name }) => findLanguageOfFile(endingOf(name))?.id));
  const programs = new Map<number, ProgramRead>();
  const leftFiles: string[] = [];
  for (const file of stored) {
    const language = languageOf(file.name, languages);
    const text = language === null ? null : await readText(file, files);
    if (language === null || text === null) {
      leftFiles.push(file.name);
      continue;
    }
    const program = programs.get(language) ?? {
      id,
      version: null,
      language,
      files: [],
      leftFiles,
      isCut: false,
    };
    addText(program, { name: file.name, text });
    programs.set(language, program);
  }
  if (programs.size > 0) return [...programs.values()];
  const hasProgram = stored.some(({ name }) => languageOf(name, languages) !== null);
  return { id, version: null, reason: hasProgram ? 'unreadable' : 'no_program', leftFiles };
}

function addText(program: ProgramRead, { name, text }: SourceFile): void {
  const remaining = MAX_TEXT - program.files.reduce((sum, file) => sum + file.text.length, 0);
  if (text.length > remaining) program.isCut = true;
  if (remaining > 0) program.files.push({ name, text: text.slice(0, remaining) });
}

const endingOf = (name: string) => /\.([A-Za-z+]{1,4})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A header belongs to the language of the other files. */
function languageOf(name: string, languages: ReadonlySet<number | undefined>): number | null {
  const ending = endingOf(name);
  if (ending === 'h') return languages.has(LANGUAGE_CPP) ? LANGUAGE_CPP : LANGUAGE_C;
  return findLanguageOfFile(ending)?.id ?? null;
}

/** Null if it is not text, whatever its name. */
async function readText(file: FinishedFile, files: StoredFiles): Promise<string | null> {
  const bytes = await readBeginning(file, files);
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isWide && bytes.includes(0)) return null;
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

async function readBeginning(file: FinishedFile, files: StoredFiles): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of await files.openFile(file)) {
    if (!(chunk instanceof Uint8Array)) throw new Error('A file stream has no bytes.');
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop closes the file. One more character shows that there is more.
    if (length > MAX_TEXT) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_TEXT + 1);
}
