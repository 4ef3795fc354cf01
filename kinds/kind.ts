import { z } from 'zod';
import type { Ratio } from './scoring/ratios.ts';

/** What keeps a question from being asked, at the path of its field: `Body.options.0`, `Key.right`. */
export interface Mistake {
  path: string;
  message: string;
}

/** One of the things that students answered, as a teacher counts them. */
export interface AnswerClass {
  /** In Markdown. */
  label: string;
  /** In a sentence. */
  called: string;
  isRight: boolean;
}

/** A kind of question, by the types of its own two halves. */
export interface KindRules<Body, Key> {
  /** As a teacher chooses it. */
  label: string;
  /** What a student sees beside the title. May be unfinished: `listMistakes` says what it lacks. */
  Body: z.ZodType<Body>;
  /** What is right and what it gives. May be unfinished too; no student sees it before the answers open. */
  Key: z.ZodType<Key>;
  /** Markdown beside the title, all of which must be there before the student has to do without a connection. */
  textsOf: (body: Body) => string[];
  /** What a new question has. */
  blank: { body: Body; key: Key };
  /** Nothing: the question can be asked. */
  listMistakes: (body: Body, key: Key) => Mistake[];
  /** Can this be an answer? It is one short text; no answer is no text at all. */
  isAnswer: (body: Body, answer: string) => boolean;
  /** The share of the points that the answer earns. */
  score: (body: Body, key: Key, answer: string) => Ratio;
  /** The share that blind choice earns on average; null where there is nothing to choose from. */
  guess: (body: Body, key: Key) => Ratio | null;
  /** Of a kind with options that may stand in another order. */
  options?: OptionRules<Body, Key>;
  /** What a teacher counts, whether anyone answered it or not; null: what was answered, most often first. */
  listClasses: (body: Body) => string[] | null;
  /** Which of these an answer is; of several ticks one each. */
  classesOf: (body: Body, answer: string) => string[];
  showClass: (body: Body, key: Key, name: string) => AnswerClass;
  /** What earns the whole, each in Markdown. */
  listRight: (body: Body, key: Key) => string[];
  /** The answer after the key of a digit was pressed; undefined where digits are typed, not chosen. */
  press?: (body: Body, answer: string | null, digit: number) => string | null | undefined;
}

/** Orders list, for each place, the place in the teacher's order, from 1. */
export interface OptionRules<Body, Key> {
  count: (body: Body) => number;
  orderBody: (body: Body, order: readonly number[]) => Body;
  orderKey: (key: Key, order: readonly number[]) => Key;
  /** An answer in the order that a student saw, in the teacher's. */
  fromOrder: (answer: string, order: readonly number[]) => string;
}

/** A question's two halves, of whatever kind. */
export interface Halves {
  body: unknown;
  key: unknown;
}

export type Kind = ReturnType<typeof defineKind>;

/** The kind with its types forgotten, for whoever must not care: each half is read by its schema. */
export function defineKind<Body, Key>(rules: KindRules<Body, Key>) {
  const { Body, Key, options } = rules;
  const read = ({ body, key }: Halves) => [Body.parse(body), Key.parse(key)] as const;
  return {
    label: rules.label,
    Body: Body as z.ZodType,
    Key: Key as z.ZodType,
    blank: rules.blank as Halves,
    textsOf: (body: unknown) => rules.textsOf(Body.parse(body)),
    listMistakes: (halves: Halves) => rules.listMistakes(...read(halves)),
    isAnswer: (body: unknown, answer: string) => rules.isAnswer(Body.parse(body), answer),
    score: (halves: Halves, answer: string) => rules.score(...read(halves), answer),
    guess: (halves: Halves) => rules.guess(...read(halves)),
    countOptions: (body: unknown) => options?.count(Body.parse(body)) ?? 0,
    inOrder({ body, key }: Halves, order: readonly number[]): Halves {
      if (!options) return { body, key };
      return {
        body: options.orderBody(Body.parse(body), order),
        key: options.orderKey(Key.parse(key), order),
      };
    },
    fromOrder: (answer: string, order: readonly number[]) =>
      options ? options.fromOrder(answer, order) : answer,
    listClasses: (body: unknown) => rules.listClasses(Body.parse(body)),
    classesOf: (body: unknown, answer: string) => rules.classesOf(Body.parse(body), answer),
    showClass: (halves: Halves, name: string) => rules.showClass(...read(halves), name),
    listRight: (halves: Halves) => rules.listRight(...read(halves)),
    press: (body: unknown, answer: string | null, digit: number) =>
      rules.press?.(Body.parse(body), answer, digit),
  };
}
