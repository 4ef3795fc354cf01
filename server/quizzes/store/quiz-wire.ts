import type { QuizForm, QuizSettings, ShownDetails } from '@vlabs/contract/quizzes/quizzes';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { NewQuiz, Quiz } from './quizzes.queries.ts';

/** The details with the wire's names, and the time limit in hours. */
export function showDetails(quiz: Quiz): ShownDetails {
  return {
    TotalQuestions: quiz.totalQuestions,
    ScorePerQuestion: quiz.scorePerQuestion,
    SubjectId: quiz.subjectId,
    ClassName: quiz.className,
    TimeLimit: quiz.timeLimitSeconds / 3600,
    startTime: quiz.startsAt.toISOString(),
    endTime: quiz.endsAt.toISOString(),
    topic: quiz.topic,
    ...(quiz.notAsked > 0 && { notAsked: quiz.notAsked }),
    ...(quiz.judgedKinds.length > 0 && { toLoad: quiz.judgedKinds }),
    ...(quiz.fullScore !== null && { totalScore: quiz.fullScore }),
  };
}

/** A quiz as an audit line names it. */
export const quizSubject = ({
  uniqueId,
  topic,
  subjectId,
}: Pick<Quiz, 'uniqueId' | 'topic' | 'subjectId'>) => ({
  kind: 'quiz' as const,
  id: uniqueId,
  name: topic || subjectId || 'a test without a topic',
});

const hasPrograms = (questions: QuizForm['questions']): boolean =>
  Object.values(questions).some(
    (question) => 'Kind' in question && kindOf(question.Kind).judged !== null,
  );

/** Converts the builder's input into a row. */
export function readQuizForm(
  { formDetails: details, questions }: Pick<QuizForm, 'formDetails' | 'questions'>,
  settings: QuizSettings,
): Omit<NewQuiz, 'uniqueId' | 'status' | 'createdBy'> {
  return {
    topic: details.topic,
    subjectId: details.SubjectId,
    className: details.ClassName,
    totalQuestions: details.TotalQuestions,
    scorePerQuestion: details.ScorePerQuestion,
    timeLimit: details.TimeLimit.typed,
    timeLimitSeconds: details.TimeLimit.seconds,
    startsAt: details.startTime,
    endsAt: details.endTime,
    ...settings,
    closesWork: settings.closesWork ?? hasPrograms(questions),
    pastes: settings.pastes ?? 'told',
  };
}

export const settingsOf = (quiz: Quiz): QuizSettings => ({
  audience: quiz.audience,
  scoreOpens: quiz.scoreOpens,
  answersOpen: quiz.answersOpen,
  shuffleQuestions: quiz.shuffleQuestions,
  shuffleOptions: quiz.shuffleOptions,
  ...((quiz.closesWork || quiz.judgedKinds.length > 0) && { closesWork: quiz.closesWork }),
  ...(quiz.pastes !== 'told' && { pastes: quiz.pastes }),
});
