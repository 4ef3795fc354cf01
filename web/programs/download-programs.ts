import { type LanguageId, languages, requireLanguage } from '@vlabs/contract/runs/languages';
import { starterOf } from '../platform/languages.ts';
import { downloadBlob } from '../runs/running/download-text.ts';
import { listAllVersions, readPastText } from './use-history.ts';
import { type PackedProgram, packPrograms } from './pack-programs.ts';

/** Concurrent downloads. */
const READ_AT_ONCE = 6;

/** A zip of the current programs and all versions. */
export async function downloadAll(
  assignment: string,
  currentSource: (languageId: LanguageId) => string,
): Promise<void> {
  const files = new Map<string, PackedProgram>();
  for (const { id, sourceFile } of languages) {
    const text = currentSource(id);
    if (text !== starterOf(id)) files.set(sourceFile, { text, at: null });
  }
  const versions = (await listAllVersions(assignment)).toReversed();
  const numbered = versions.map((version, index) => ({ version, number: index + 1 }));
  for (let start = 0; start < numbered.length; start += READ_AT_ONCE) {
    const some = numbered.slice(start, start + READ_AT_ONCE);
    const texts = await Promise.all(some.map(({ version }) => readPastText(version)));
    for (const [index, { version, number }] of some.entries()) {
      if (version.kind !== 'version') continue;
      const extension = requireLanguage(version.languageId).sourceFile.split('.').at(-1) ?? 'txt';
      const name = `${String(number).padStart(3, '0')} ${fileNameOf(version.version.name)}`;
      files.set(`versions/${name}.${extension}`, {
        text: texts[index] ?? '',
        at: new Date(version.at),
      });
    }
  }
  const zip = await packPrograms(files);
  downloadBlob('programs.zip', new Blob([new Uint8Array(zip)], { type: 'application/zip' }));
}

/** Replaces characters that a file system may not allow. */
function fileNameOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/(?<![ .])[ .]+$/, '');
}
