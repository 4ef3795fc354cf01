import { defineFiles } from '../file-answers.ts';
import { OptionsBody } from '../options.ts';
import { SeveralKey } from './several.ts';

export const severalFiles = defineFiles(
  { Body: OptionsBody, Key: SeveralKey },
  {
    write: ({ options }, { right, rule }) => ({
      form: 'options',
      chooses: 'several',
      options,
      right,
      cost: '0',
      rule,
    }),
    read(answers) {
      if (answers.form !== 'options' || answers.chooses !== 'several') return null;
      const { options, right, rule } = answers;
      return { body: { options }, key: { right, rule } };
    },
  },
);
