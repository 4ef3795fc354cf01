import { defineFiles } from '../file-answers.ts';
import { OptionsBody, optionsBody } from '../options.ts';
import { SeveralKey } from './several.ts';

export const severalFiles = defineFiles(
  { Body: OptionsBody, Key: SeveralKey },
  {
    write: ({ options, pinned = [] }, { right, rule }) => ({
      form: 'options',
      chooses: 'several',
      options,
      pinned,
      right,
      cost: '0',
      rule,
    }),
    read(answers) {
      if (answers.form !== 'options' || answers.chooses !== 'several') return null;
      const { options, pinned, right, rule } = answers;
      return { body: optionsBody(options, pinned), key: { right, rule } };
    },
  },
);
