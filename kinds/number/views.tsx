import { lazyPart } from '../../web/ui/frame/lazy-part.ts';
import { TypedAnswer } from '../TypedAnswer.tsx';
import { defineViews } from '../view.tsx';
import { MAX_ANSWER, NumberBody, NumberKey } from './number.ts';

const hints = {
  none: 'A number with a decimal point, such as 3.14 or 1e-3.',
  optional: 'A number with a decimal point, with or without its unit.',
  required: 'A number with a decimal point and its unit, such as 3.14 m.',
};

export const numberViews = defineViews(
  { Body: NumberBody, Key: NumberKey },
  {
    Answer: ({ body, ...props }) => (
      <TypedAnswer {...props} maxLength={MAX_ANSWER} hint={hints[body.unit]} isNumber />
    ),
    Editor: lazyPart(async () => (await import('./editor.tsx')).NumberEditor),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).NumberKeyFields),
  },
);
