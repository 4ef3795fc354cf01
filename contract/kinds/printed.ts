import type { Halves } from './kind.ts';
import type { KindName } from './kinds.ts';
import { numberPrinted } from './number/printed.ts';
import type { Given, PrintedForm, PrintedPart } from './printed-form.ts';
import { programPrinted } from './program/printed.ts';
import { severalPrinted } from './several/printed.ts';
import { shortTextPrinted } from './short-text/printed.ts';
import { singlePrinted } from './single/printed.ts';
import { textBlockPrinted } from './text-block/printed.ts';
import { trueFalsePrinted } from './true-false/printed.ts';

/** How each kind is printed. */
const printed: Record<KindName, PrintedForm> = {
  single: singlePrinted,
  several: severalPrinted,
  true_false: trueFalsePrinted,
  number: numberPrinted,
  short_text: shortTextPrinted,
  program: programPrinted,
  text_block: textBlockPrinted,
};

/** A question on paper without its title. An undefined key prints no correct answer. */
export const printQuestion = (
  kind: KindName,
  halves: Halves,
  given: Omit<Given<unknown>, 'key'>,
): PrintedPart[] => printed[kind](halves, given);
