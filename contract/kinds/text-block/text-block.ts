import { z } from 'zod';
import { defineKind } from '../kind.ts';
import { NOTHING } from '../scoring/ratios.ts';

export const TextBlockBody = z.object({});
export const TextBlockKey = z.object({});

/** A text between questions, such as a program that several questions are about. */
export const textBlock = defineKind<z.infer<typeof TextBlockBody>, z.infer<typeof TextBlockKey>>({
  label: 'Text without an answer',
  Body: TextBlockBody,
  Key: TextBlockKey,
  asksNothing: true,
  textsOf: () => [],
  blank: { body: {}, key: {} },
  drafted: null,
  listMistakes: () => [],
  isAnswer: () => false,
  score: () => NOTHING,
  ruleOf: () => null,
  guess: () => null,
  listClasses: () => [],
  classesOf: () => [],
  showClass: (_body, _key, name) => ({ label: name, called: name, isRight: false }),
  listRight: () => [],
});
