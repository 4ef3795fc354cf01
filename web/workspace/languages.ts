import { LANGUAGE_C, LANGUAGE_CPP, LANGUAGE_JAVA, LANGUAGE_PYTHON } from '@vlabs/contract/runs';

export type LanguageId =
  | typeof LANGUAGE_C
  | typeof LANGUAGE_CPP
  | typeof LANGUAGE_JAVA
  | typeof LANGUAGE_PYTHON;

export interface ProgrammingLanguage {
  id: LanguageId;
  name: string;
  /** Compilers name the program by this file, so their messages can be tied to it. */
  sourceFile: string;
  /** What the editor holds before the student writes anything. */
  starter: string;
}

/** In the order in which the selector lists them; the first is chosen until the student chooses. */
export const programmingLanguages: readonly ProgrammingLanguage[] = [
  {
    id: LANGUAGE_CPP,
    name: 'C++',
    sourceFile: 'main.cpp',
    starter: '// Write your C++ program here.\n',
  },
  {
    id: LANGUAGE_C,
    name: 'C',
    sourceFile: 'main.c',
    starter: '// Write your C program here.\n',
  },
  {
    id: LANGUAGE_JAVA,
    name: 'Java',
    sourceFile: 'Main.java',
    starter: '// Write your Java program here. Name the class that holds main "Main".\n',
  },
  {
    id: LANGUAGE_PYTHON,
    name: 'Python',
    sourceFile: 'script.py',
    starter: '# Write your Python program here.\n',
  },
];

export const defaultLanguageId: LanguageId = LANGUAGE_CPP;

export function findLanguage(id: number): ProgrammingLanguage | null {
  return programmingLanguages.find((language) => language.id === id) ?? null;
}

export function getLanguage(id: LanguageId): ProgrammingLanguage {
  const language = findLanguage(id);
  if (!language) throw new Error(`No programming language has the id ${id}.`);
  return language;
}
