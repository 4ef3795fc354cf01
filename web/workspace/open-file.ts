import { type LanguageId, findLanguageOfFile, languages } from '@vlabs/contract/running/languages';

/** What the browser's own dialog offers first. */
export const acceptedFiles = languages
  .flatMap(({ extensions, sharedExtensions = [] }) => [...extensions, ...sharedExtensions])
  .concat('txt')
  .map((extension) => `.${extension}`)
  .join(',');

const longestFileBytes = 1_000_000;

export type OpenedFile =
  /** `languageId`: null where the name does not tell. */
  { name: string; text: string; languageId: LanguageId | null } | { refusal: string };

/** Reads a program from the disk; other files are refused with the reason. */
export async function openFile(file: File): Promise<OpenedFile> {
  if (file.size > longestFileBytes) {
    return {
      refusal: `${file.name} is larger than 1 MB, which is the most that a program may have.`,
    };
  }
  try {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n');
    if (text.includes('\0')) return { refusal: notText(file.name) };
    const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    return { name: file.name, text, languageId: findLanguageOfFile(extension)?.id ?? null };
  } catch (error) {
    // A folder cannot be read as a file, and what is no UTF-8 cannot be read as a text.
    const isEncoding = error instanceof TypeError;
    return { refusal: isEncoding ? notText(file.name) : `${file.name} could not be read.` };
  }
}

const notText = (name: string) =>
  `${name} is not a text in UTF-8. Save it as UTF-8 and open it again.`;
