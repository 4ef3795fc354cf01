import { KIND_OF_FOUR, bodyOfFour } from '../kinds/four-options.ts';
import { KindName, kinds } from '../kinds/kinds.ts';
import { composed } from '../text/canonical.ts';
import { z } from 'zod';

/** Sent if any question is incomplete. */
export const INCOMPLETE_QUESTIONS =
  'Please complete all fields, including Correct Answer, Question Title, and Options for all questions.';

export const OPTION_NUMBERS = ['1', '2', '3', '4'] as const;
export const OptionNumber = z.enum(OPTION_NUMBERS);
export type OptionNumber = z.infer<typeof OptionNumber>;

const TITLE_LENGTH = 20_000;
const OPTION_LENGTH = 5000;
export const MAX_QUESTIONS = 200;
/** Other numbers for the same question; a student gets one variant. */
export const MAX_VARIANTS = 20;

/** A field of a question with a mistake. */
export type QuestionField = 'QuestionTitle' | 'CorrectAnswer' | `QuestionOptions.${OptionNumber}`;
export interface Mistake<Field = QuestionField> {
  field: Field;
  message: string;
}

/** A complete question with four options. */
export interface FourOptions {
  QuestionTitle: string;
  QuestionOptions: Record<OptionNumber, string>;
  CorrectAnswer: OptionNumber;
}

/** A question being written; anything may be missing. */
export interface UnfinishedQuestion {
  QuestionTitle: string;
  QuestionOptions: Record<OptionNumber, string>;
  CorrectAnswer: string;
}

/** Everything that prevents a question from being asked; used by the builder and the server. */
export function listMistakes(question: UnfinishedQuestion): Mistake[] {
  const mistakes: Mistake[] = [];
  const add = (field: QuestionField, message: string | null) => {
    if (message !== null) mistakes.push({ field, message });
  };
  add('QuestionTitle', titleMistake(question.QuestionTitle));
  for (const number of OPTION_NUMBERS) {
    const option = question.QuestionOptions[number];
    add(`QuestionOptions.${number}`, optionMistake(number, option));
  }
  if (!OptionNumber.safeParse(question.CorrectAnswer).success) {
    add('CorrectAnswer', 'Mark the correct option.');
  }
  return mistakes;
}

function titleMistake(title: string): string | null {
  if (title.trim() === '') return 'Write the question.';
  return title.length > TITLE_LENGTH ? `A question has at most ${TITLE_LENGTH} characters.` : null;
}

function optionMistake(number: OptionNumber, option: string): string | null {
  if (option.trim() === '') return `Write option ${number}.`;
  return option.length > OPTION_LENGTH
    ? `An option has at most ${OPTION_LENGTH} characters.`
    : null;
}

/** Pairs of options with the same text: allowed, but students cannot tell them apart. */
export function findSameOptions(
  options: Record<OptionNumber, string>,
): [OptionNumber, OptionNumber] | null {
  const seen = new Map<string, OptionNumber>();
  for (const number of OPTION_NUMBERS) {
    const text = options[number].trim();
    const earlier = seen.get(text);
    if (text !== '' && earlier !== undefined) return [earlier, number];
    seen.set(text, number);
  }
  return null;
}

const FOUR_OPTIONS = 'Give exactly four options, numbered 1 to 4.';
/** Composed, so that searches find it. */
const prose = (missing: string) => z.string(missing).overwrite(composed);
const text = prose('Send it as text.');
/** Exactly four, keyed '1' to '4'. */
export const QuestionOptions = z.strictObject({ 1: text, 2: text, 3: text, 4: text }, FOUR_OPTIONS);

const asked = {
  QuestionTitle: prose('Write the question.'),
  QuestionOptions,
  CorrectAnswer: z.union([z.string(), z.int()], 'Mark the correct option.').transform(String),
};

/** Four complete options, one of them marked as correct. */
const Asked = z.object(asked).transform(requireWhole);

/** The same question with other numbers, made from a template. */
export const FourOptionsQuestion = z
  .object({ ...asked, Variants: z.array(Asked).max(MAX_VARIANTS).optional() })
  .transform(requireWhole);

const MAX_POINTS = 1000;
const POINTS_MISTAKE = `Points are a number above 0 and up to ${MAX_POINTS} with at most two decimals.`;
/** Points of one question, as a number or as a form has it; empty uses the default score. */
const Points = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^(?:\d{1,4}(?:\.\d{1,2})?)?$/, POINTS_MISTAKE),
    ],
    POINTS_MISTAKE,
  )
  .transform((value) => (value === '' ? undefined : Number(value)))
  .refine((points) => points === undefined || isPoints(points), POINTS_MISTAKE);

/** Points that a question can have. */
export const isPoints = (points: number) =>
  points > 0 && points <= MAX_POINTS && Number(points.toFixed(2)) === points;

/** Common fields of questions of any kind, complete or not. */
const WrittenKind = z.object({
  QuestionTitle: prose('Write the question.'),
  Kind: KindName,
  Points: z.unknown().optional(),
  Body: z.unknown(),
  Key: z.unknown(),
});

const WithPoints = z.object({ Points: Points.optional() });

/** A complete question of another kind. */
const KindQuestion = WrittenKind.transform((written, context) => {
  const { QuestionTitle, Kind } = written;
  const { asksNothing } = kinds[Kind];
  const points = WithPoints.safeParse(asksNothing ? {} : written);
  const halves = z.object({ Body: kinds[Kind].Body, Key: kinds[Kind].Key }).safeParse(written);
  if (!halves.success) {
    for (const { path, message } of halves.error.issues) {
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  }
  const { Body, Key } = halves.data;
  for (const { field, message } of listKindMistakes({ QuestionTitle, Kind, Body, Key })) {
    context.addIssue({ code: 'custom', path: field.split('.'), message });
  }
  for (const { path, message } of points.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message });
  }
  const earned = asksNothing ? 0 : points.data?.Points;
  return { QuestionTitle, Kind, Body, Key, ...(earned !== undefined && { Points: earned }) };
});

/** A question of another kind being written. */
export interface UnfinishedKind {
  QuestionTitle: string;
  Kind: KindName;
  /** As a form has them. */
  Points?: string;
  Body: unknown;
  Key: unknown;
}

function listKindMistakes(question: UnfinishedKind): Mistake<string>[] {
  const { QuestionTitle, Kind, Body: body, Key: key } = question;
  const title = titleMistake(QuestionTitle);
  return [
    ...(title === null ? [] : [{ field: 'QuestionTitle', message: title }]),
    ...(kinds[Kind].asksNothing || Points.safeParse(question.Points ?? '').success
      ? []
      : [{ field: 'Points', message: POINTS_MISTAKE }]),
    ...kinds[Kind]
      .listMistakes({ body, key })
      .map(({ path, message }) => ({ field: path, message })),
  ];
}

/** Everything that prevents a question of any kind from being asked, by the path of its field. */
export const listMistakesOf = (question: UnfinishedQuestion | UnfinishedKind): Mistake<string>[] =>
  'Kind' in question ? listKindMistakes(question) : listMistakes(question);

/** A question of another kind, or without a kind one with exactly four options. */
export const QuizQuestion = z.unknown().transform((question, context) => {
  const hasKind = typeof question === 'object' && question !== null && 'Kind' in question;
  const read = hasKind ? KindQuestion.safeParse(question) : FourOptionsQuestion.safeParse(question);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    context.addIssue({ code: 'custom', path, message });
  }
  return z.NEVER;
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;

function requireWhole<Written extends UnfinishedQuestion>(
  question: Written,
  context: z.RefinementCtx,
): Written & { CorrectAnswer: OptionNumber } {
  for (const { field, message } of listMistakes(question)) {
    context.addIssue({ code: 'custom', path: field.split('.'), message });
  }
  const right = OptionNumber.safeParse(question.CorrectAnswer);
  return right.success ? { ...question, CorrectAnswer: right.data } : z.NEVER;
}

/** Questions by their number, from 1. */
export const Questions = z.record(z.string(), QuizQuestion);
export type Questions = z.infer<typeof Questions>;

const shown = { QuestionTitle: z.string(), QuestionOptions, CorrectAnswer: OptionNumber };
/** A question of a kind with its correct answer. */
export const ShownKind = z.object({
  QuestionTitle: z.string(),
  Kind: KindName,
  Points: z.number().optional(),
  Body: z.unknown(),
  Key: z.unknown(),
});
export type ShownKind = z.infer<typeof ShownKind>;
/** Four options with the correct one. */
export const ShownOne = z.object(shown);
export const ShownFour = ShownOne.extend({ Variants: z.array(ShownOne).optional() });
export type ShownFour = z.infer<typeof ShownFour>;
/** A question with its correct answer. */
export const ShownQuestion = z.union([ShownKind, ShownFour]);
export type ShownQuestion = z.infer<typeof ShownQuestion>;

/** A question as a student sees it, without a hint at the correct answer. */
export const QuestionWithoutKey = z.union([
  z.strictObject({
    QuestionTitle: z.string(),
    Kind: KindName,
    Points: z.number().optional(),
    /** How answers are scored, in a sentence; absent if they are right or wrong. */
    Rule: z.string().optional(),
    Body: z.unknown(),
  }),
  z.strictObject({ QuestionTitle: z.string(), QuestionOptions }),
]);
export type QuestionWithoutKey = z.infer<typeof QuestionWithoutKey>;

/** The kind of a question and what a student sees of it; four options are a single choice. */
export function bodyOf(
  question: { Kind: KindName; Body: unknown } | Pick<UnfinishedQuestion, 'QuestionOptions'>,
): { kind: KindName; body: unknown } {
  if ('Kind' in question) return { kind: question.Kind, body: question.Body };
  const options = OPTION_NUMBERS.map((number) => question.QuestionOptions[number]);
  return { kind: KIND_OF_FOUR, body: bodyOfFour(options) };
}
