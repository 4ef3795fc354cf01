import type { ComponentType, ReactNode } from 'react';
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
  /** The question's text and rule, which a wide kind places beside its field. */
  statement?: ReactNode;
  /** When all answers were last saved; null while they are not, absent if that is unknown. */
  savedAt?: string | null | undefined;
  /** Names runs of the answer, in place of an assignment. */
  runTag?: string;
}

/** A question after its answers are released. */
export interface ReviewProps<Body, Key> {
  body: Body;
  answerKey: Key;
  answer: string | null;
  /** Null if the answer is not judged, or not yet. */
  judgement: string | null;
  /** The reader gave the answer; otherwise the reader is a teacher. */
  isOwn: boolean;
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
  /** For a field that is too large for a list of questions. */
  Preview?: ComponentType<{ body: Body }>;
  /** The student's answer and its judgement, for kinds whose answers are not a list of options or texts. */
  Review?: ComponentType<ReviewProps<Body, Key>>;
  /** The field needs the width of the page. */
  isWide?: boolean;
  /** Loads all that the fields of these questions need. Before a test starts, no question is known. */
  preload?: (bodies: readonly Body[]) => Promise<unknown>;
}

export type KindViews = Views<unknown, unknown>;

/** The components with their types erased; body and key are parsed by their schemas. */
export function defineViews<Body, Key>(
  { Body, Key }: { Body: z.ZodType<Body>; Key: z.ZodType<Key> },
  { Answer, Editor, KeyFields, Preview, Review, preload, ...rest }: Views<Body, Key>,
): KindViews {
  return {
    ...rest,
    Answer: ({ body, ...props }) => <Answer {...props} body={Body.parse(body)} />,
    Editor: ({ body, answerKey, ...props }) => (
      <Editor {...props} body={Body.parse(body)} answerKey={Key.parse(answerKey)} />
    ),
    KeyFields: ({ body, answerKey, ...props }) => (
      <KeyFields {...props} body={Body.parse(body)} answerKey={Key.parse(answerKey)} />
    ),
    ...(preload && { preload: (bodies) => preload(bodies.map((body) => Body.parse(body))) }),
    ...(Preview && { Preview: ({ body }) => <Preview body={Body.parse(body)} /> }),
    ...(Review && {
      Review: ({ body, answerKey, ...props }) => (
        <Review {...props} body={Body.parse(body)} answerKey={Key.parse(answerKey)} />
      ),
    }),
  };
}
