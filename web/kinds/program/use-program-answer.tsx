import {
  type Language,
  type LanguageId,
  languageOf,
  requireLanguage,
} from '@vlabs/contract/runs/languages';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TypedElsewhere } from '../../runs/editor/program-editor.ts';
import type { AnswerProps } from '../parts/view.tsx';
import { asStorable, isShortEnough, readDrafts, textOf, writeDrafts } from './drafts.ts';
import { type ProgramAnswer, isSameText } from '@vlabs/contract/kinds/program/program-answer';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';

interface Held extends ProgramAnswer {
  /** Counts answers from elsewhere: each opens new documents. */
  version: number;
  isTooLong: boolean;
}

type Options = Pick<AnswerProps<ProgramBody>, 'body' | 'answer' | 'onAnswer' | 'onLeave'>;

/** The student's texts: one for each language. The editor holds the open one; this knows all. */
export function useProgramAnswer({ body, answer, onAnswer, onLeave }: Options) {
  const [held, setHeld] = useState<Held>(() => ({
    ...readDrafts(body, answer),
    version: 0,
    isTooLong: false,
  }));
  const latest = useRef(held);
  const [fromElsewhere, setFromElsewhere] = useState<TypedElsewhere | null>(null);
  const { language, version } = held;
  const { id: languageId } = languageOf(language);
  const starter = body.starters[language] ?? '';
  const key = `${version} ${language}`;

  const hold = useCallback((next: Held) => {
    latest.current = next;
    setHeld(next);
  }, []);
  const isEcho = useEchoes(answer);
  useEffect(() => {
    if (isEcho.of(answer)) return;
    // Another device wrote it, or the page combined it with one from there.
    const read = readDrafts(body, answer);
    hold({ ...read, version: latest.current.version + 1, isTooLong: false });
  }, [answer, body, isEcho, hold]);
  useFlushOnLeaving(onLeave);

  const keep = (changes: Partial<ProgramAnswer>, isTyping: boolean) => {
    const next = { ...latest.current, ...changes };
    const written = writeDrafts(body, next);
    const isTooLong = !isShortEnough(written);
    hold({ ...next, isTooLong });
    // What the server would refuse stays in the editor; the last answer counts until it is shorter.
    if (isTooLong) return;
    isEcho.expect(written);
    onAnswer(written, isTyping);
  };
  const write = (id: LanguageId, text: string, isTyping: boolean) => {
    const { drafts } = latest.current;
    keep({ drafts: { ...drafts, [requireLanguage(id).key]: asStorable(text) } }, isTyping);
  };
  const document = useMemo(() => {
    const readText = () => latest.current.drafts[language] ?? starter;
    return { key, languageId, readText };
  }, [key, language, languageId, starter]);
  const text = textOf(body, held, language);

  return {
    document,
    fromElsewhere,
    language,
    text,
    isTooLong: held.isTooLong,
    isStarter: isSameText(text, starter),
    /** The text at this moment, for a run. */
    currentText: () => textOf(body, latest.current, latest.current.language),
    type: (id: LanguageId, typed: string) => {
      // An editor that opens again must not go back to it.
      setFromElsewhere(null);
      write(id, typed, true);
    },
    choose: (chosen: Language) => keep({ language: chosen }, false),
    /** Undo brings the text back. */
    reset: () => {
      setFromElsewhere({ key, languageId, text: starter });
      write(languageId, starter, false);
    },
  };
}

/** Tells own answers, which come back from the page, from those of another device. */
function useEchoes(first: string | null) {
  const expected = useRef([first]);
  return useMemo(
    () => ({
      expect: (answer: string | null) => void expected.current.push(answer),
      of: (answer: string | null): boolean => {
        const at = expected.current.indexOf(answer);
        expected.current = at === -1 ? [answer] : expected.current.slice(at);
        return at !== -1;
      },
    }),
    [],
  );
}

/** Going to another question, or off the page, ends typing. */
function useFlushOnLeaving(onLeave: (() => void) | undefined): void {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  }, [onLeave]);
  useEffect(() => () => latest.current?.(), []);
}
