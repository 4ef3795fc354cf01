import type { KindName } from './kinds.ts';
import { OptionsBody } from './options.ts';
import { SingleKey } from './single/single.ts';

/** The specification's question with exactly four options, in the form of the kind that it is. */
export const KIND_OF_FOUR = 'single' satisfies KindName;

export const bodyOfFour = (options: readonly string[]) => ({ options: [...options] });

export const optionsOfFour = (body: unknown): string[] => OptionsBody.parse(body).options;

/** Positions, from 1; the first is displayed as correct. */
export const keyOfFour = (right: readonly number[]): SingleKey => ({
  right: [...right],
  cost: '0',
});

export const rightOfFour = (key: unknown): number[] => SingleKey.parse(key).right;
