import { requireLanguage } from '@vlabs/contract/runs/languages';
import { tokeniseCFamily } from './c-family.ts';
import { tokenisePython } from './python.ts';
import { TokenList, type Tokens } from './tokens.ts';
import { wordsOf } from './words.ts';

export interface SourceFile {
  /** Empty for the program of the Workspace. */
  name: string;
  text: string;
}

/** A program as it is compared and shown: its files in order, each below its name. */
export function joinFiles(files: readonly SourceFile[]): string {
  return files.map((file) => headOf(file) + file.text).join('\n');
}

/** The tokens of a program with positions in the text of `joinFiles`, up to a limit. */
export function tokenise(files: readonly SourceFile[], languageId: number, max: number): Tokens {
  const list = new TokenList(max);
  const { key, syntax } = requireLanguage(languageId);
  let offset = 0;
  for (const file of files) {
    const head = headOf(file);
    list.beginFile(offset + head.length);
    if (syntax.isIndented) tokenisePython(file.text, list);
    else tokeniseCFamily(file.text, wordsOf(key), list);
    offset += head.length + file.text.length + 1;
  }
  return list.finish();
}

const headOf = ({ name }: SourceFile): string => (name === '' ? '' : `===== ${name} =====\n`);
