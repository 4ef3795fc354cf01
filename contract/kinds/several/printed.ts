import { OptionsBody, readPlaces } from '../options.ts';
import { definePrinted, printNotAnswered, printOptions } from '../printed-form.ts';
import { SeveralKey } from './several.ts';

export const severalPrinted = definePrinted(
  { Body: OptionsBody, Key: SeveralKey },
  ({ options }, { answer, key }) => [
    printOptions(options, answer ? readPlaces(answer) : [], key?.right ?? []),
    ...printNotAnswered(answer),
  ],
);
