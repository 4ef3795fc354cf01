import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { defineViews } from '../parts/view.tsx';
import { TextBlockBody, TextBlockKey } from '@vlabs/contract/kinds/text-block/text-block';

export const textBlockViews = defineViews(
  { Body: TextBlockBody, Key: TextBlockKey },
  {
    Answer: () => null,
    Editor: lazyPart(async () => (await import('./editor.tsx')).TextBlockEditor),
    KeyFields: () => null,
  },
);
