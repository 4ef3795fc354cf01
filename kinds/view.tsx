import type { ComponentType } from 'react';
import type { z } from 'zod';

/** The field in which a student answers. */
export interface AnswerProps<Body> {
  body: Body;
  answer: string | null;
  isLocked: boolean;
  /** Id of the text that says what is asked. */
  labelledBy: string;
  /** Null: no answer. What is being typed comes letter by letter. */
  onAnswer: (answer: string | null, isTyping?: boolean) => void;
  /** Typing is over. */
  onLeave?: () => void;
}

/** Where a teacher says what is right. */
export interface KeyProps<Body, Key> {
  body: Body;
  answerKey: Key;
  /** Message by the path of its field, like `Key.right`; each field has its path as its name. */
  mistakes: Readonly<Record<string, string>>;
  onKey: (key: Key) => void;
}

/** Where a teacher writes both halves of a question. */
export interface EditorProps<Body, Key> extends KeyProps<Body, Key> {
  onBody: (body: Body) => void;
  /** Both at once, where one follows the other. */
  onBoth: (body: Body, key: Key) => void;
}

/** What a kind of question looks like. */
export interface Views<Body, Key> {
  Answer: ComponentType<AnswerProps<Body>>;
  /** Of its own file, so that who sits a test loads none of it. */
  Editor: ComponentType<EditorProps<Body, Key>>;
  /** Of its own file too. */
  KeyFields: ComponentType<KeyProps<Body, Key>>;
}

export type KindViews = Views<unknown, unknown>;

/** The views with their types forgotten: each half is read by its schema. */
export function defineViews<Body, Key>(
  { Body, Key }: { Body: z.ZodType<Body>; Key: z.ZodType<Key> },
  { Answer, Editor, KeyFields }: Views<Body, Key>,
): KindViews {
  return {
    Answer: ({ body, ...props }) => <Answer {...props} body={Body.parse(body)} />,
    Editor: ({ body, answerKey, ...props }) => (
      <Editor {...props} body={Body.parse(body)} answerKey={Key.parse(answerKey)} />
    ),
    KeyFields: ({ body, answerKey, ...props }) => (
      <KeyFields {...props} body={Body.parse(body)} answerKey={Key.parse(answerKey)} />
    ),
  };
}
