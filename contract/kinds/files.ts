import type { FileAnswers, KindFiles, ReadAnswers } from './file-answers.ts';
import type { Halves } from './kind.ts';
import { KIND_NAMES, type KindName } from './kinds.ts';
import { numberFiles } from './number/files.ts';
import { programFiles } from './program/files.ts';
import { severalFiles } from './several/files.ts';
import { shortTextFiles } from './short-text/files.ts';
import { singleFiles } from './single/files.ts';
import { textBlockFiles } from './text-block/files.ts';
import { trueFalseFiles } from './true-false/files.ts';

/** How each kind is imported and exported. */
const files: Record<KindName, KindFiles> = {
  single: singleFiles,
  several: severalFiles,
  true_false: trueFalseFiles,
  number: numberFiles,
  short_text: shortTextFiles,
  program: programFiles,
  text_block: textBlockFiles,
};

/** The answers of a question for a file; null if files have no such answers. */
export const writeFileAnswers = (kind: KindName, halves: Halves): FileAnswers | null =>
  files[kind].write(halves);

/** The question that answers of a file make. */
export function readFileAnswers(answers: ReadAnswers): { kind: KindName } & Halves {
  for (const kind of KIND_NAMES) {
    const halves = files[kind].read(answers);
    if (halves) return { kind, ...halves };
  }
  throw new Error(`No kind reads ${answers.form}.`);
}
