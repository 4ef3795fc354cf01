import type { DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { useState } from 'react';
import { refusedFields } from '../../platform/calls/call.ts';

/** A question that the server refused, with messages by the path of the field. */
interface Refused {
  question: DraftQuestion;
  mistakes: Record<string, string>;
}

/** What the server refused, until the question is changed. */
export function useRefusedQuestion(questions: readonly DraftQuestion[]) {
  const [refused, setRefused] = useState<Refused | null>(null);

  /** Returns the question and its first field; null if no question was refused. */
  function keep(error: unknown): { question: DraftQuestion; field: string } | null {
    const named = Object.entries(refusedFields(error)).flatMap(([path, message]) => {
      const [, number = '', field = ''] = /^questions\.(\d{1,4})\.(.+)$/.exec(path) ?? [];
      return field === '' ? [] : [{ number: Number(number), field, message }];
    });
    const [first] = named;
    const question = first && questions[first.number - 1];
    if (!question) return null;
    const own = named.filter(({ number }) => number === first.number);
    const mistakes = Object.fromEntries(own.map(({ field, message }) => [field, message]));
    setRefused({ question, mistakes });
    return { question, field: first.field };
  }

  const mistakesOf = (question: DraftQuestion): Record<string, string> =>
    refused?.question === question ? refused.mistakes : {};
  return { keep, mistakesOf };
}
