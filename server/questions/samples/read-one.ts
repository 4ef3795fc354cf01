import { readQuestionFile } from '../read-file.ts';

/** The only question of a file, or why it is not imported. */
export function readOne(text: string) {
  const { questions, notRead } = readQuestionFile(Buffer.from(text));
  const [question] = questions;
  const reasons = notRead.map(({ reason }) => reason);
  if (question && 'kind' in question) {
    const { kind, body, key } = question;
    return { kind, body, key, reasons };
  }
  return question ? { options: question.options, reasons } : { reasons };
}

/** What a file with a question of numbers is read as. */
export const numberRead = (...answers: object[]) => ({
  kind: 'number',
  body: { unit: 'none' },
  key: {
    answers: answers.map((answer) => ({
      by: 'absolute',
      tolerance: '0',
      to: '',
      worth: '100',
      ...answer,
    })),
    units: [],
    unitCost: '100',
  },
  reasons: [],
});
