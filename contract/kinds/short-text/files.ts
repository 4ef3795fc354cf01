import { defineFiles } from '../file-answers.ts';
import { ShortTextBody, ShortTextKey } from './short-text.ts';

export const shortTextFiles = defineFiles(
  { Body: ShortTextBody, Key: ShortTextKey },
  {
    write: (_body, key) => ({ form: 'texts', ...key }),
    read(answers) {
      if (answers.form !== 'texts') return null;
      const { form: _form, ...key } = answers;
      return { body: {}, key };
    },
  },
);
