import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { Choice, asChoices } from '../Choice.tsx';
import { OptionsBody, readPlaces } from '@vlabs/contract/kinds/options';
import { defineViews } from '../view.tsx';
import { SeveralKey, toggle } from '@vlabs/contract/kinds/several/several';
import classes from '../answers.module.css';

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
