import type { KindName } from '@vlabs/contract/kinds/kinds';
import { numberViews } from './number/views.tsx';
import { programViews } from './program/views.tsx';
import { severalViews } from './several/views.tsx';
import { shortTextViews } from './short-text/views.tsx';
import { singleViews } from './single/views.tsx';
import { textBlockViews } from './text-block/views.tsx';
import { trueFalseViews } from './true-false/views.tsx';
import type { KindViews } from './parts/view.tsx';

/** The components of each kind. */
export const views: Record<KindName, KindViews> = {
  single: singleViews,
  several: severalViews,
  true_false: trueFalseViews,
  number: numberViews,
  short_text: shortTextViews,
  program: programViews,
  text_block: textBlockViews,
};
