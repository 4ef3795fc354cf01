import { OptionsBody, readPlaces } from '../options.ts';
import { definePrinted, printNotAnswered, printOptions } from '../printed-form.ts';
import { SingleKey } from './single.ts';

export const singlePrinted = definePrinted(
  { Body: OptionsBody, Key: SingleKey },
  ({ options }, { answer, key }) => [
    printOptions(options, answer ? readPlaces(answer) : [], key?.right ?? []),
    ...printNotAnswered(answer),
  ],
);
