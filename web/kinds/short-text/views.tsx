import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { TypedAnswer } from '../parts/TypedAnswer.tsx';
import { defineViews } from '../parts/view.tsx';
import {
  MAX_ANSWER,
  ShortTextBody,
  ShortTextKey,
} from '@vlabs/contract/kinds/short-text/short-text';

export const shortTextViews = defineViews(
  { Body: ShortTextBody, Key: ShortTextKey },
  {
    Answer: ({ body: _body, ...props }) => (
      <TypedAnswer {...props} maxLength={MAX_ANSWER} hint="A word or a few." />
    ),
    Editor: lazyPart(async () => (await import('./editor.tsx')).ShortTextKeyFields),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).ShortTextKeyFields),
  },
);
