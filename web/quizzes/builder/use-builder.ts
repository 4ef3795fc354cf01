import type { DraftContent, DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import { useState } from 'react';
import { makeUuid } from '../../platform/random-ids.ts';
import {
  changeQuestion,
  emptyQuestion,
  insertQuestions,
  moveQuestion,
  removeQuestion,
  takeOver,
  withKind,
} from '../drafts/draft-content.ts';
import { listQuestionMistakes } from '../drafts/draft-mistakes.ts';
import type { DraftAutosave } from '../drafts/draft-autosave.ts';
import { WrittenKinds } from '../drafts/written-kinds.ts';

export interface Deleted {
  question: DraftQuestion;
  place: number;
}

/** The open question, and the actions on questions. */
export function useBuilder(autosave: DraftAutosave, content: DraftContent) {
  const { questions } = content;
  const [openKey, setOpenKey] = useState(questions[0]?.key);
  /** Questions that were visited once show their mistakes. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const [spoken, setSpoken] = useState('');
  const found = questions.findIndex(({ key }) => key === openKey);
  const place = Math.max(found, 0);
  const open = questions[place];

  function show(key: string | undefined): void {
    if (open && key !== open.key) setLeft(new Set([...left, open.key]));
    setOpenKey(key);
  }

  function insert(at: number, question: DraftQuestion): void {
    autosave.change((now) => insertQuestions(now, at, [question]));
    show(question.key);
  }

  return {
    open,
    place,
    left,
    deleted,
    spoken,
    show,
    change: (update: (question: DraftQuestion) => DraftQuestion) => {
      if (open) autosave.change((now) => changeQuestion(now, open.key, update));
    },
    changeKind: useKindChange(autosave, open?.key),
    /** Adds a blank question of a kind; null is four options. */
    add: (kind: KindName | null) => insert(questions.length, withKind(emptyQuestion(), kind)),
    duplicate: () => {
      if (open) insert(place + 1, { ...open, key: makeUuid() });
    },
    remove: () => {
      if (!open) return;
      setDeleted({ question: open, place });
      autosave.change((now) => removeQuestion(now, place));
      setOpenKey((questions[place + 1] ?? questions[place - 1])?.key);
      setSpoken(`Question ${place + 1} deleted.`);
    },
    restore: () => {
      if (!deleted) return;
      insert(Math.min(deleted.place, questions.length), deleted.question);
      setDeleted(null);
    },
    move: (from: number, to: number) => {
      if (to < 0 || to >= questions.length || from === to) return;
      autosave.change((now) => moveQuestion(now, from, to));
      setSpoken(`Question ${from + 1} is now question ${to + 1}.`);
    },
    takeOver: (taken: readonly DraftQuestion[]) => {
      autosave.change((now) => takeOver(now, taken));
      show(taken[0]?.key);
    },
  };
}

/** Changes the kind of a question. Changing back brings back what was typed. */
function useKindChange(autosave: DraftAutosave, key: string | undefined) {
  const [written] = useState(() => new WrittenKinds());
  return (kind: KindName | null): void => {
    if (key === undefined) return;
    autosave.change((now) =>
      changeQuestion(now, key, (question) => written.change(question, kind)),
    );
  };
}

export type Builder = ReturnType<typeof useBuilder>;

/** The incomplete questions, by index. */
export const listFaulty = (questions: readonly DraftQuestion[]): number[] =>
  questions.flatMap((question, place) =>
    Object.keys(listQuestionMistakes(question)).length > 0 ? [place] : [],
  );
