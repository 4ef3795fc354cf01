import { type LanguageId, findLanguageOfFile, languages } from '@vlabs/contract/runs/languages';

import { openZip } from './open-zip.ts';

/** Extensions that the browser's file dialog offers. */
export const acceptedFiles = languages
  .flatMap(({ extensions, sharedExtensions = [] }) => [...extensions, ...sharedExtensions])
  .concat('txt', 'zip')
  .map((extension) => `.${extension}`)
  .join(',');

const LONGEST_FILE_BYTES = 1_000_000;

export type OpenedFile =
  /** `languageId` is null if the extension does not determine it. */
  { name: string; text: string; languageId: LanguageId | null } | { refusal: string };

/** Reads a program from a file, or returns the reason why it can't be opened. */
export async function openFile(file: File): Promise<OpenedFile> {
  if (file.size > LONGEST_FILE_BYTES) {
    return {
      refusal: `${file.name} is larger than 1 MB, the largest size of a program.`,
    };
  }
  try {
    const bytes = await file.arrayBuffer();
    if (/\.zip$/i.test(file.name)) {
      const opened = await openZip(file.name, new Uint8Array(bytes));
      return 'refusal' in opened ? opened : { name: file.name, ...opened };
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n');
    if (text.includes('\0')) return { refusal: notText(file.name) };
    const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    return { name: file.name, text, languageId: findLanguageOfFile(extension)?.id ?? null };
  } catch (error) {
    // Reading a folder fails; decoding anything but UTF-8 throws a TypeError.
    const isEncoding = error instanceof TypeError;
    return { refusal: isEncoding ? notText(file.name) : `${file.name} could not be read.` };
  }
}

const notText = (name: string) =>
  `${name} is not a UTF-8 text file. Save it as UTF-8 and open it again.`;
