import { definePrinted, printNotAnswered, printOptions } from '../printed-form.ts';
import { LABELS, TRUTHS, TrueFalseBody, TrueFalseKey } from './true-false.ts';

/** The position of an option, from 1, in a list. */
const placesOf = (truth: string | null | undefined): number[] =>
  TRUTHS.flatMap((one, at) => (one === truth ? [at + 1] : []));

export const trueFalsePrinted = definePrinted(
  { Body: TrueFalseBody, Key: TrueFalseKey },
  (_body, { answer, key }) => {
    const options = TRUTHS.map((truth) => LABELS[truth]);
    return [
      printOptions(options, placesOf(answer), placesOf(key?.right)),
      ...printNotAnswered(answer),
    ];
  },
);
