import { defineFiles } from '../file-answers.ts';
import { TrueFalseBody, TrueFalseKey } from './true-false.ts';

export const trueFalseFiles = defineFiles(
  { Body: TrueFalseBody, Key: TrueFalseKey },
  {
    write: (_body, { right, cost }) => ({ form: 'truth', right, cost }),
    read(answers) {
      if (answers.form !== 'truth') return null;
      const { right, cost } = answers;
      return { body: {}, key: { right, cost } };
    },
  },
);
