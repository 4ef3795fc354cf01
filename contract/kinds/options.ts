import { z } from 'zod';
import { composed } from '../text/canonical.ts';
import type { AnswerClass, Mistake, OptionRules } from './kind.ts';
import { Written } from './texts.ts';

export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 10;
const OPTION_LENGTH = 5000;

/** Option positions, from 1, ascending. */
export const Places = z.array(z.int().min(1).max(MAX_OPTIONS)).max(MAX_OPTIONS);

/** Options to choose from, in Markdown. */
export const OptionsBody = z.object({
  options: z.array(Written.overwrite(composed)).max(MAX_OPTIONS),
  /** Those that keep their places when options are shuffled. */
  pinned: Places.optional(),
});
export type OptionsBody = z.infer<typeof OptionsBody>;

/** A body of options, without pins if none is pinned. */
export const optionsBody = (options: string[], pinned: readonly number[] = []): OptionsBody => ({
  options,
  ...(pinned.length > 0 && { pinned: [...pinned] }),
});

/** A text about the other options, which makes sense at the end only. */
export const refersToOthers = (option: string): boolean =>
  /^\W{0,9}(?:all|none|both|neither|any)\s{1,9}(?:of\s{1,9})?(?:the\s{1,9})?(?:above|these|those|other|options)\b/i.test(
    option,
  );

export function listOptionMistakes({ options }: OptionsBody): Mistake[] {
  const places = new Map<string, number>();
  const mistakes = options.flatMap((option, at) => {
    const text = option.trim();
    const same = places.get(text);
    if (same === undefined) places.set(text, at + 1);
    const message =
      same === undefined || text === ''
        ? mistakeOf(option, at + 1)
        : `Options ${same} and ${at + 1} are the same. Change one of them.`;
    return message === null ? [] : [{ path: `Body.options.${at}`, message }];
  });
  if (options.length >= MIN_OPTIONS) return mistakes;
  return [...mistakes, { path: 'Body.options', message: `Add at least ${MIN_OPTIONS} options.` }];
}

function mistakeOf(option: string, place: number): string | null {
  if (option.trim() === '') return `Write option ${place}.`;
  return option.length > OPTION_LENGTH
    ? `An option has at most ${OPTION_LENGTH} characters.`
    : null;
}

/** Positions that exist in this question. */
export const arePlaces = ({ options }: OptionsBody, places: readonly number[]): boolean =>
  places.every((place) => place >= 1 && place <= options.length);

/** Parses `1,3` as [1, 3]. */
export const readPlaces = (answer: string): number[] => answer.split(',').map(Number);
/** Ascending, so that a choice has exactly one text. */
export const writePlaces = (places: Iterable<number>): string =>
  [...new Set(places)].toSorted((one, other) => one - other).join(',');

/** Accepts only existing options in the form of `writePlaces`. */
export const isChoice = (body: OptionsBody, answer: string): boolean => {
  const places = readPlaces(answer);
  return (
    places.every(Number.isInteger) && arePlaces(body, places) && writePlaces(places) === answer
  );
};

/** For kinds whose answers, and keys under `right`, are option positions. */
export function orderOptions<Key extends { right: number[] }>(): OptionRules<OptionsBody, Key> {
  return {
    count: ({ options }) => options.length,
    pinned: ({ pinned = [] }) => pinned,
    orderBody: ({ options }, order) => ({
      options: order.map((place) => options[place - 1] ?? ''),
    }),
    orderKey: (key, order) => ({
      ...key,
      right: key.right.map((place) => order.indexOf(place) + 1),
    }),
    fromOrder: (answer, order) =>
      writePlaces(readPlaces(answer).map((place) => order[place - 1] ?? 0)),
  };
}

export const listOptionClasses = ({ options }: OptionsBody): string[] =>
  options.map((_option, at) => String(at + 1));

export const showOption = (
  { options }: OptionsBody,
  right: readonly number[],
  name: string,
): AnswerClass => ({
  label: options[Number(name) - 1] ?? '',
  called: `option ${name}`,
  isRight: right.includes(Number(name)),
});

const MarkedKey = z.looseObject({ right: Places });

/** A key whose marks stay at their texts when options move. The mark of a text that is gone is removed. */
export function markSameOptions(
  key: unknown,
  before: readonly string[],
  after: readonly string[],
): unknown {
  const read = MarkedKey.safeParse(key);
  if (!read.success) return key;
  return { ...read.data, right: placesOfSame(read.data.right, before, after) };
}

/** Where the texts at these places are now, ascending. An empty text is only found in its place. */
export function placesOfSame(
  places: readonly number[],
  before: readonly string[],
  after: readonly string[],
): number[] {
  const found = places.flatMap((place) => {
    const text = before[place - 1];
    if (text === undefined) return [];
    if (after[place - 1] === text) return [place];
    const at = text.trim() === '' ? -1 : after.indexOf(text);
    return at < 0 ? [] : [at + 1];
  });
  return [...new Set(found)].toSorted((one, other) => one - other);
}
