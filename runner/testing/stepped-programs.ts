import type { Language } from '@vlabs/contract/runs/languages';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const STEPPED_LANGUAGES = ['c', 'cpp', 'java', 'python'] as const satisfies Language[];
const FOLDER = join(import.meta.dirname, 'stepped');

export interface SteppedProgram {
  language: (typeof STEPPED_LANGUAGES)[number];
  /** Such as `bubble`. */
  name: string;
  /** The path of its source. */
  path: string;
  source: string;
  stdin: string;
}

/** Programs as first-year students write them, of about 300 steps: six a language. */
export function listSteppedPrograms(): SteppedProgram[] {
  const words = readFileSync(join(FOLDER, 'words.txt'), 'utf8');
  return STEPPED_LANGUAGES.flatMap((language) =>
    readdirSync(join(FOLDER, language))
      .toSorted()
      .map((file) => {
        const path = join(FOLDER, language, file);
        const [name = ''] = file.split('.');
        const stdin = name === 'words' ? words : '';
        return { language, name, path, source: readFileSync(path, 'utf8'), stdin };
      }),
  );
}
