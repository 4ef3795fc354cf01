import type { ComponentType } from 'react';
import type { z } from 'zod';

/** The input field of a student. */
export interface AnswerProps<Body> {
  body: Body;
  answer: string | null;
  isLocked: boolean;
  /** The id of the question's text. */
  labelledBy: string;
  /** Null for no answer. Typing reports each change. */
  onAnswer: (answer: string | null, isTyping?: boolean) => void;
  /** Typing has ended. */
  onLeave?: () => void;
}

/** The teacher's field for the correct answer. */
export interface KeyProps<Body, Key> {
  body: Body;
  answerKey: Key;
  /** Messages by field path, such as `Key.right`; each field is named by its path. */
  mistakes: Readonly<Record<string, string>>;
  onKey: (key: Key) => void;
}

/** The teacher's editor of body and key. */
export interface EditorProps<Body, Key> extends KeyProps<Body, Key> {
  onBody: (body: Body) => void;
  /** Changes both at once, if one depends on the other. */
  onBoth: (body: Body, key: Key) => void;
}

/** The components of a kind. */
export interface Views<Body, Key> {
  Answer: ComponentType<AnswerProps<Body>>;
  /** Loaded separately, so that students do not download it. */
  Editor: ComponentType<EditorProps<Body, Key>>;
  /** Loaded separately too. */
  KeyFields: ComponentType<KeyProps<Body, Key>>;
}

export type KindViews = Views<unknown, unknown>;

/** The components with their types erased; body and key are parsed by their schemas. */
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
