import type { Language } from '../runs/languages.ts';
import type { z } from 'zod';
import type { Halves } from './kind.ts';
import type { SeveralRule } from './scoring/choices.ts';

/** The answers of a question as files of other programs have them, whatever its kind. */
export type FileAnswers = FileOptions | FileTruth | FileNumbers | FileTexts | FileNothing;

/** What files are read as. No format writes programs. */
export type ReadAnswers = FileAnswers | FileProgram;

/** A text without an answer. */
export interface FileNothing {
  form: 'nothing';
}

export interface FileOptions {
  form: 'options';
  chooses: 'one' | 'several';
  /** Markdown. */
  options: string[];
  /** Positions, from 1, of options that keep their places when they are shuffled. */
  pinned?: number[];
  /** Positions, from 1, ascending. */
  right: number[];
  /** If one is chosen: the fraction of the points that a wrong one costs, as keys have it. */
  cost: string;
  /** If several are chosen. */
  rule: SeveralRule;
}

export interface FileTruth {
  form: 'truth';
  /** Empty if a file does not tell. */
  right: '' | 'true' | 'false';
  cost: string;
}

/** Shares are per cent of the points, as keys have them. */
export interface FileNumber {
  by: 'absolute' | 'relative' | 'geometric' | 'range';
  value: string;
  tolerance: string;
  /** The end of a range. */
  to: string;
  worth: string;
}

export interface FileNumbers {
  form: 'numbers';
  answers: FileNumber[];
  unit: 'none' | 'optional' | 'required';
  /** Values are in the first; the factor is how many of a unit equal one of it. */
  units: { name: string; factor: string }[];
  /** Per cent, if a required unit is missing or wrong. */
  unitCost: string;
  isUnitCostOfMark: boolean;
  isUnitFirst: boolean;
  hasDecimalComma: boolean;
}

export interface FileTexts {
  form: 'texts';
  answers: { text: string; worth: string }[];
  ignoresCase: boolean;
  foldsSpaces: boolean;
}

/** A program that is run on test cases. */
export interface FileProgram {
  form: 'program';
  language: Language;
  /** What the editor begins with; empty for none. */
  starter: string;
  solution: string;
  samples: { input: string; output: string }[];
  /** Points as keys have them. */
  cases: { input: string; output: string; points: string }[];
  allOrNothing: boolean;
  /** Students see the test cases once the answers are released. */
  showsCases: boolean;
  /** As typed. */
  seconds: string;
  megabytes: string;
}

/** Numbers without units. */
export const PLAIN_NUMBERS: Omit<FileNumbers, 'answers'> = {
  form: 'numbers',
  unit: 'none',
  units: [],
  unitCost: '100',
  isUnitCostOfMark: false,
  isUnitFirst: false,
  hasDecimalComma: false,
};

/** How a kind is imported and exported. */
export interface FileRules<Body, Key> {
  /** Null if no format has such answers. */
  write: (body: Body, key: Key) => FileAnswers | null;
  /** Null for answers of another kind. */
  read: (answers: ReadAnswers) => { body: Body; key: Key } | null;
}

export type KindFiles = ReturnType<typeof defineFiles>;

/** The rules with their types erased; body and key are parsed by their schemas. */
export function defineFiles<Body, Key>(
  { Body, Key }: { Body: z.ZodType<Body>; Key: z.ZodType<Key> },
  { write, read }: FileRules<Body, Key>,
) {
  return {
    write: ({ body, key }: Halves) => write(Body.parse(body), Key.parse(key)),
    read: (answers: ReadAnswers): Halves | null => read(answers),
  };
}
