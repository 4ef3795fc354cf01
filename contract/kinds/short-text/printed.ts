import { definePrinted, printTyped } from '../printed-form.ts';
import { ShortTextBody, ShortTextKey, shortText } from './short-text.ts';

export const shortTextPrinted = definePrinted(
  { Body: ShortTextBody, Key: ShortTextKey },
  (body, { answer, key }) => printTyped(answer, key && shortText.listRight({ body, key })),
);
