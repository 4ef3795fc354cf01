import { defineFiles } from '../file-answers.ts';
import { TextBlockBody, TextBlockKey } from './text-block.ts';

export const textBlockFiles = defineFiles(
  { Body: TextBlockBody, Key: TextBlockKey },
  {
    write: () => ({ form: 'nothing' }),
    read: ({ form }) => (form === 'nothing' ? { body: {}, key: {} } : null),
  },
);
