import { defineFiles } from '../file-answers.ts';
import { ProgramBody, ProgramKey } from './program.ts';

export const programFiles = defineFiles(
  { Body: ProgramBody, Key: ProgramKey },
  {
    write: () => null,
    read(answers) {
      if (answers.form !== 'program') return null;
      const { language, starter, solution, samples, cases, seconds, megabytes } = answers;
      return {
        body: {
          languages: [language],
          starters: starter.trim() === '' ? {} : { [language]: starter },
          samples,
          comparison: 'ignoring-space',
          tolerance: '0.000001',
          seconds,
          megabytes,
        },
        key: {
          solution: { language, text: solution },
          cases: cases.map((one) => ({ name: '', group: '', ...one })),
          allOrNothing: answers.allOrNothing,
          reveals: answers.showsCases ? 'all' : 'points',
        },
      };
    },
  },
);
