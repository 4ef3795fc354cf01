import type { Language } from '../runs/languages.ts';
import type { TextFile } from '../runs/program-text.ts';
import type { TestCase, TestOutcome } from '../runs/test-case.ts';
import { z } from 'zod';
import type { Ratio } from './scoring/ratios.ts';

/** Mistakes that prevent a question from being asked, by field path: `Body.options.0`, `Key.right`. */
export interface Mistake {
  path: string;
  message: string;
}

/** A class of answers, as teachers see them counted. */
export interface AnswerClass {
  /** Markdown. */
  label: string;
  /** A phrase within a sentence. */
  called: string;
  isRight: boolean;
}

/** A kind of question, generic in its body and key. */
export interface KindRules<Body, Key> {
  /** The name in the teacher's list of kinds. */
  label: string;
  /** What students see besides the title. May be incomplete: `listMistakes` reports what is missing. */
  Body: z.ZodType<Body>;
  /** The correct answer and its points. May be incomplete. Students do not get it before the answers are released. */
  Key: z.ZodType<Key>;
  /** The Markdown besides the title, which must be loaded before a student may go offline. */
  textsOf: (body: Body) => string[];
  /** The content of a new question. */
  blank: { body: Body; key: Key };
  /** A text without an answer and points. */
  asksNothing?: true;
  /** A complete body and key, and in words what they mean, for an AI service that drafts questions; null for none. */
  drafted: { example: { body: Body; key: Key }; meaning: string } | null;
  /** Empty if the question can be asked. */
  listMistakes: (body: Body, key: Key) => Mistake[];
  /** The longest answer, in characters; by default as long as a few words. */
  maxAnswer?: number;
  /** For programs: `score`, `classesOf` and `showClass` are given the judgement instead of the answer. */
  judged?: JudgedRules<Body, Key>;
  /** Reports whether a text can be an answer. No answer is represented by no text. */
  isAnswer: (body: Body, answer: string) => boolean;
  /** The fraction of the points that an answer earns. */
  score: (body: Body, key: Key, answer: string) => Ratio;
  /** How answers are scored, as students are told it before they answer; null for right or wrong. It tells no key. */
  ruleOf: (body: Body, key: Key) => string | null;
  /** The expected fraction of a random choice; null if there is nothing to choose from. */
  guess: (body: Body, key: Key) => Ratio | null;
  /** For kinds whose options may be shuffled. */
  options?: OptionRules<Body, Key>;
  /** The answer classes to count, answered or not; null counts the given answers, most frequent first. */
  listClasses: (body: Body) => string[] | null;
  /** The class of an answer; one per option if several can be chosen. The key, null for students, classes programs. */
  classesOf: (body: Body, answer: string, key: Key | null) => string[];
  showClass: (body: Body, key: Key, name: string) => AnswerClass;
  /** Answers with full points, in Markdown. */
  listRight: (body: Body, key: Key) => string[];
  /** The answer after a digit key; undefined if digits are part of typed answers. */
  press?: (body: Body, answer: string | null, digit: number) => string | null | undefined;
}

/** An answer that is a program. */
export interface ProgramOfAnswer {
  language: Language;
  text: string;
}

/** For answers that are programs, which the server runs on test cases after the submission. */
export interface JudgedRules<Body, Key> {
  /** The program that counts; null if the answer counts as none, as the unchanged starter does. */
  read: (body: Body, answer: string) => ProgramOfAnswer | null;
  testCases: (body: Body, key: Key) => TestCase[];
  /** The teacher's files, which every judged program runs with. */
  files: (body: Body, key: Key) => readonly TextFile[];
  /** The judgement of a program, as `score` reads it. */
  write: (outcomes: TestOutcome[]) => string;
  /** The judgement of a teacher who gives a fraction of the points. */
  writeByHand: (share: Ratio) => string;
  /** The key as students see it after the answers are released. */
  releaseKey: (key: Key) => Key;
  /** The teacher's own program, which must earn full points. */
  solution: (key: Key) => ProgramOfAnswer;
  /** The programs that answers begin with, which must earn nothing. */
  starters: (body: Body) => ProgramOfAnswer[];
  paths: JudgedPaths;
}

/** The paths of the fields that running the program may find wrong. */
export interface JudgedPaths {
  solution: string;
  starter: (language: Language) => string;
  /** Test cases count from 0. */
  timeLimit: (at: number) => string;
  input: (at: number) => string;
  output: (at: number) => string;
}

/** Orders map each position to the teacher's position, from 1. */
export interface OptionRules<Body, Key> {
  count: (body: Body) => number;
  /** Positions, from 1, of options that keep their places. */
  pinned: (body: Body) => readonly number[];
  orderBody: (body: Body, order: readonly number[]) => Body;
  orderKey: (key: Key, order: readonly number[]) => Key;
  /** Translates an answer from the student's order into the teacher's. */
  fromOrder: (answer: string, order: readonly number[]) => string;
}

/** The longest answer of a few words, in characters. */
export const SHORT_ANSWER = 500;

/** Body and key of a question of any kind. */
export interface Halves {
  body: unknown;
  key: unknown;
}

export type Kind = ReturnType<typeof defineKind>;

/** A kind with its types erased, for generic code; body and key are parsed by their schemas. */
export function defineKind<Body, Key>(rules: KindRules<Body, Key>) {
  const { Body, Key, options, judged } = rules;
  const read = ({ body, key }: Halves) => [Body.parse(body), Key.parse(key)] as const;
  return {
    label: rules.label,
    Body: Body as z.ZodType,
    Key: Key as z.ZodType,
    blank: rules.blank as Halves,
    asksNothing: rules.asksNothing === true,
    drafted: rules.drafted as { example: Halves; meaning: string } | null,
    textsOf: (body: unknown) => rules.textsOf(Body.parse(body)),
    listMistakes: (halves: Halves) => rules.listMistakes(...read(halves)),
    isAnswer: (body: unknown, answer: string) =>
      answer.length <= (rules.maxAnswer ?? SHORT_ANSWER) &&
      rules.isAnswer(Body.parse(body), answer),
    /** Null if answers are scored as they are. */
    judged: judged
      ? {
          read: (body: unknown, answer: string) => judged.read(Body.parse(body), answer),
          testCases: (halves: Halves) => judged.testCases(...read(halves)),
          files: (halves: Halves) => judged.files(...read(halves)),
          write: judged.write,
          writeByHand: judged.writeByHand,
          releaseKey: (key: unknown): unknown => judged.releaseKey(Key.parse(key)),
          solution: (key: unknown) => judged.solution(Key.parse(key)),
          starters: (body: unknown) => judged.starters(Body.parse(body)),
          paths: judged.paths,
        }
      : null,
    score: (halves: Halves, answer: string) => rules.score(...read(halves), answer),
    ruleOf: (halves: Halves) => rules.ruleOf(...read(halves)),
    guess: (halves: Halves) => rules.guess(...read(halves)),
    countOptions: (body: unknown) => options?.count(Body.parse(body)) ?? 0,
    listPinned: (body: unknown) => options?.pinned(Body.parse(body)) ?? [],
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
    classesOf: (body: unknown, answer: string, key: unknown = null) =>
      rules.classesOf(Body.parse(body), answer, key === null ? null : Key.parse(key)),
    showClass: (halves: Halves, name: string) => rules.showClass(...read(halves), name),
    listRight: (halves: Halves) => rules.listRight(...read(halves)),
    press: (body: unknown, answer: string | null, digit: number) =>
      rules.press?.(Body.parse(body), answer, digit),
  };
}
