import { csvText } from '@vlabs/contract/csv-text';
import { findLanguage } from '@vlabs/contract/running/languages';
import { Readable } from 'node:stream';
import type { StoredFiles } from '../files/files.reads.ts';
import { distinctNames, safeName } from '../platform/archives/archive-names.ts';
import { Packer } from '../platform/archives/packer.ts';
import type { Version } from './hand-ins.queries.ts';

type HandedIn = Version & { name: string };

/** The content of a hand-in, read when its turn comes. */
interface HandedInContents {
  files: StoredFiles;
  readTexts: (handInId: string) => Promise<{ source: string | null; text: string | null }>;
}

/** Streams one ZIP file with a folder per student and a table of marks. */
export function streamArchive(versions: readonly HandedIn[], contents: HandedInContents): Readable {
  return Readable.from(packAll(versions, contents), { objectMode: false });
}

/** The same for several assignments, in a folder each. */
export function streamArchives(
  groups: readonly { title: string; versions: readonly HandedIn[] }[],
  contents: HandedInContents,
): Readable {
  return Readable.from(packGroups(groups, contents), { objectMode: false });
}

async function* packGroups(
  groups: readonly { title: string; versions: readonly HandedIn[] }[],
  contents: HandedInContents,
) {
  const packer = new Packer();
  const folders = distinctNames(groups.map(({ title }) => title));
  for (const [place, { title, versions }] of groups.entries()) {
    yield* packFolder(packer, `${folders[place] ?? safeName(title)}/`, { versions, contents });
  }
  yield* packer.end();
}

async function* packAll(versions: readonly HandedIn[], contents: HandedInContents) {
  const packer = new Packer();
  yield* packFolder(packer, '', { versions, contents });
  yield* packer.end();
}

/** `parent` is empty or ends with a slash. */
async function* packFolder(
  packer: Packer,
  parent: string,
  { versions, contents }: { versions: readonly HandedIn[]; contents: HandedInContents },
) {
  yield* packer.addText(`${parent}marks.csv`, marksTable(versions));
  const folders = distinctNames(versions.map(({ studentId, name }) => `${studentId} ${name}`));
  for (const [place, version] of versions.entries()) {
    const folder = folders[place] ?? safeName(version.studentId);
    yield* packOne(packer, `${parent}${folder}`, { version, contents });
  }
}

async function* packOne(
  packer: Packer,
  folder: string,
  { version, contents }: { version: HandedIn; contents: HandedInContents },
) {
  const { handInId, languageId, fileIds } = version;
  const { files, readTexts } = contents;
  const { source, text } = await readTexts(handInId);
  if (source !== null) {
    const name = findLanguage(languageId ?? 0)?.fileInArchive ?? 'program.txt';
    yield* packer.addText(`${folder}/${name}`, source);
  }
  if (text !== null) yield* packer.addText(`${folder}/answer.md`, text);
  const found = await Promise.all(
    fileIds.map((fileId) => files.findFile({ bucketId: 'submissions', fileId })),
  );
  const stored = found.filter((file) => file !== null);
  const names = distinctNames(stored.map(({ name }) => name));
  for (const [place, file] of stored.entries()) {
    yield* packer.addStream(`${folder}/${names[place]}`, await files.openFile(file));
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
