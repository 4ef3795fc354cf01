import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { Choice, asChoices } from '../parts/Choice.tsx';
import { OptionsBody } from '@vlabs/contract/kinds/options';
import { defineViews } from '../parts/view.tsx';
import { SingleKey } from '@vlabs/contract/kinds/single/single';

export const singleViews = defineViews(
  { Body: OptionsBody, Key: SingleKey },
  {
    Answer: ({ body, answer, isLocked, onAnswer }) => (
      <Choice
        by="radio"
        options={asChoices(body.options)}
        chosen={answer === null ? [] : [answer]}
        isLocked={isLocked}
        onChoose={onAnswer}
      />
    ),
    Editor: lazyPart(async () => (await import('./editor.tsx')).SingleEditor),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).SingleKeyFields),
  },
);
