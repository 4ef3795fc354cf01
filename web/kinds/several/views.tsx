import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { Choice, asChoices } from '../parts/Choice.tsx';
import { OptionsBody, readPlaces } from '@vlabs/contract/kinds/options';
import { defineViews } from '../parts/view.tsx';
import { SeveralKey, toggle } from '@vlabs/contract/kinds/several/several';
import classes from '../parts/answers.module.css';

export const severalViews = defineViews(
  { Body: OptionsBody, Key: SeveralKey },
  {
    Answer: ({ body, answer, isLocked, onAnswer }) => (
      <>
        <p className={classes.hint}>Choose all correct options.</p>
        <Choice
          by="checkbox"
          options={asChoices(body.options)}
          chosen={answer === null ? [] : readPlaces(answer).map(String)}
          isLocked={isLocked}
          onChoose={(value) => onAnswer(toggle(answer, Number(value)))}
        />
      </>
    ),
    Editor: lazyPart(async () => (await import('./editor.tsx')).SeveralEditor),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).SeveralKeyFields),
  },
);
