import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { Choice } from '../parts/Choice.tsx';
import { defineViews } from '../parts/view.tsx';
import {
  LABELS,
  TRUTHS,
  TrueFalseBody,
  TrueFalseKey,
} from '@vlabs/contract/kinds/true-false/true-false';

const options = TRUTHS.map((value) => ({ value, label: LABELS[value] }));

export const trueFalseViews = defineViews(
  { Body: TrueFalseBody, Key: TrueFalseKey },
  {
    Answer: ({ answer, isLocked, onAnswer }) => (
      <Choice
        by="radio"
        options={options}
        chosen={answer === null ? [] : [answer]}
        isLocked={isLocked}
        onChoose={onAnswer}
      />
    ),
    Editor: lazyPart(async () => (await import('./editor.tsx')).TrueFalseKeyFields),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).TrueFalseKeyFields),
  },
);
