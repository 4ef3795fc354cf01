import { defineFiles } from '../file-answers.ts';
import { OptionsBody, optionsBody } from '../options.ts';
import { SEVERAL_RULES } from '../scoring/choices.ts';
import { SingleKey } from './single.ts';

export const singleFiles = defineFiles(
  { Body: OptionsBody, Key: SingleKey },
  {
    write: ({ options, pinned = [] }, { right, cost }) => ({
      form: 'options',
      chooses: 'one',
      options,
      pinned,
      right,
      cost,
      rule: SEVERAL_RULES[0],
    }),
    read(answers) {
      if (answers.form !== 'options' || answers.chooses !== 'one') return null;
      const { options, pinned, right, cost } = answers;
      return { body: optionsBody(options, pinned), key: { right, cost } };
    },
  },
);
