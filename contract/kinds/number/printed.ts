import { definePrinted, printTyped } from '../printed-form.ts';
import { NumberBody, NumberKey, number } from './number.ts';

export const numberPrinted = definePrinted(
  { Body: NumberBody, Key: NumberKey },
  (body, { answer, key }) => printTyped(answer, key && number.listRight({ body, key })),
);
