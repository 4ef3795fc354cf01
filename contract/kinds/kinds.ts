import { z } from 'zod';
import type { Kind } from './kind.ts';
import { number } from './number/number.ts';
import { MAX_PROGRAM_ANSWER } from './program/program-answer.ts';
import { program } from './program/program.ts';
import { several } from './several/several.ts';
import { shortText } from './short-text/short-text.ts';
import { single } from './single/single.ts';
import { textBlock } from './text-block/text-block.ts';
import { trueFalse } from './true-false/true-false.ts';

/** All kinds by their name on the wire and in the database, in the order of the teacher's list. */
export const kinds = {
  single,
  several,
  true_false: trueFalse,
  number,
  short_text: shortText,
  program,
  text_block: textBlock,
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
const isKindName = (name: string): name is KindName => Object.hasOwn(kinds, name);
export const KIND_NAMES = Object.keys(kinds).filter(isKindName);
export const KindName = z.enum(KIND_NAMES);

export const kindOf = (name: KindName): Kind => kinds[name];

/** The longest answer of any kind, in characters. */
export const MAX_ANSWER = MAX_PROGRAM_ANSWER;
