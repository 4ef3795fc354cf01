import { csvText } from '@vlabs/contract/text/csv-text';
import { findLanguage } from '@vlabs/contract/runs/languages';
import { splitProgram } from '@vlabs/contract/runs/program-text';
import type { Readable } from 'node:stream';
import type { StoredFiles } from '../files/files.reads.ts';
import { distinctNames, safeName } from '../platform/zip/entry-names.ts';
import { streamZip, type ZipEntry } from '../platform/zip/zip.ts';
import type { Version } from './hand-ins.queries.ts';

type HandedIn = Version & { name: string };

/** The content of a hand-in, read when its turn comes. */
interface HandedInContents {
  files: StoredFiles;
  readTexts: (handInId: string) => Promise<{ source: string | null; text: string | null }>;
}

/** Streams one ZIP file with a folder per student and a table of marks. */
export function streamArchive(versions: readonly HandedIn[], contents: HandedInContents): Readable {
  return streamZip(listFolder('', { versions, contents }));
}

/** The same for several assignments, in a folder each. */
export function streamArchives(
  groups: readonly { title: string; versions: readonly HandedIn[] }[],
  contents: HandedInContents,
): Readable {
  return streamZip(listGroups(groups, contents));
}

async function* listGroups(
  groups: readonly { title: string; versions: readonly HandedIn[] }[],
  contents: HandedInContents,
): AsyncGenerator<ZipEntry> {
  const folders = distinctNames(groups.map(({ title }) => title));
  for (const [place, { title, versions }] of groups.entries()) {
    yield* listFolder(`${folders[place] ?? safeName(title)}/`, { versions, contents });
  }
}

/** `parent` is empty or ends with a slash. */
async function* listFolder(
  parent: string,
  { versions, contents }: { versions: readonly HandedIn[]; contents: HandedInContents },
): AsyncGenerator<ZipEntry> {
  yield { name: `${parent}marks.csv`, at: lastChange(versions), content: [marksTable(versions)] };
  const folders = distinctNames(versions.map(({ studentId, name }) => `${studentId} ${name}`));
  for (const [place, version] of versions.entries()) {
    const folder = folders[place] ?? safeName(version.studentId);
    yield* listOne(`${parent}${folder}`, { version, contents });
  }
}

function lastChange(versions: readonly HandedIn[]): Date | null {
  const times = versions.flatMap(({ handedInAt, markedAt }) =>
    markedAt === null ? [handedInAt] : [handedInAt, markedAt],
  );
  const [last] = times.toSorted((one, other) => other.getTime() - one.getTime());
  return last ?? null;
}

async function* listOne(
  folder: string,
  { version, contents }: { version: HandedIn; contents: HandedInContents },
): AsyncGenerator<ZipEntry> {
  const { handInId, languageId, fileIds, handedInAt: at } = version;
  const { files, readTexts } = contents;
  const { source, text } = await readTexts(handInId);
  if (source !== null) {
    const { fileInArchive = 'program.txt', sourceFile = '' } = findLanguage(languageId ?? 0) ?? {};
    const { main, files: others } = splitProgram(source, sourceFile);
    const name = others.length > 0 ? sourceFile : fileInArchive;
    yield { name: `${folder}/${name}`, at, content: [main] };
    for (const other of others)
      yield { name: `${folder}/${other.path}`, at, content: [other.text] };
  }
  if (text !== null) yield { name: `${folder}/answer.md`, at, content: [text] };
  const found = await Promise.all(
    fileIds.map((fileId) => files.findFile({ bucketId: 'submissions', fileId })),
  );
  const stored = found.filter((file) => file !== null);
  const names = distinctNames(stored.map(({ name }) => name));
  for (const [place, file] of stored.entries()) {
    yield { name: `${folder}/${names[place]}`, at, content: await files.openFile(file) };
  }
}

function marksTable(versions: readonly HandedIn[]): string {
  const head = ['Roll no', 'Name', 'Handed in', 'Version', 'Late', 'Marks', 'Comment'];
  const lines = versions.map((version) => [
    version.studentId,
    version.name,
    version.handedInAt.toISOString(),
    String(version.version),
    version.isLate ? 'late' : '',
    version.marks === null ? '' : String(version.marks),
    version.comment,
  ]);
  return csvText([head, ...lines]);
}
