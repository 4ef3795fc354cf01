import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { listMistakesOf } from '@vlabs/contract/quizzes/questions';
import { END_BEFORE_START, NOTHING_TO_EARN, NewQuiz } from '@vlabs/contract/quizzes/quizzes';
import { readDraftAsForm } from './draft-wire.ts';

const labels: Record<string, string> = {
  TotalQuestions: 'Total Questions',
  ScorePerQuestion: 'Score per Question',
  SubjectId: 'Subject ID',
  ClassName: 'Class Name',
  topic: 'Topic',
  TimeLimit: 'Time Limit',
  startTime: 'Start',
  endTime: 'End',
};

/** What a draft lacks before it can be published, in the words of its pages. */
export function listMissingParts(uniqueId: string, content: DraftContent): string[] {
  const read = NewQuiz.safeParse({ unique_id: uniqueId, ...readDraftAsForm(content) });
  if (read.success) return [];
  const { issues } = read.error;
  const of = (name: string) => issues.filter(({ path: [part] }) => part === name);
  const fields = of('formDetails').map(({ path: [, field], message }) =>
    message === END_BEFORE_START ? 'an End after Start' : (labels[String(field)] ?? String(field)),
  );
  const missing = [...new Set(fields)];
  const wanted = Number(content.details.TotalQuestions);
  const whole = content.questions.filter(
    (question) => listMistakesOf(question).length === 0,
  ).length;
  const lacking = Math.max(content.questions.length, Number.isInteger(wanted) ? wanted : 1) - whole;
  if (lacking > 0) missing.push(lacking === 1 ? '1 question' : `${lacking} questions`);
  if (of('settings').length > 0) missing.push('Audience');
  if (issues.some(({ message }) => message === NOTHING_TO_EARN)) missing.push('Points');
  // All questions are complete, but there are more than announced.
  return missing.length === 0 ? ['Total Questions'] : missing;
}
