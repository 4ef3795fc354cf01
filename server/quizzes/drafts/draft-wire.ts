import { randomUUID } from 'node:crypto';
import {
  readMoment,
  writeKolkataField,
  writeKolkataMoment,
} from '@vlabs/contract/text/kolkata-time';
import { type DraftContent, DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import {
  type QuizRecord,
  QuizSettings,
  ScorePerQuestion,
  type ShownDetails,
  TotalQuestions,
} from '@vlabs/contract/quizzes/quizzes';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { readTimeLimit } from '@vlabs/contract/quizzes/time-limit';
import { ofClass } from '../../platform/access/audience-columns.ts';
import { invalid } from '../../platform/errors.ts';
import { writeQuestion } from '../questions/question-wire.ts';
import type { Draft } from './quiz-drafts.queries.ts';
import { settingsOf } from '../store/quiz-wire.ts';
import type { Question } from '../questions/questions.queries.ts';
import type { Quiz } from '../store/quizzes.queries.ts';

/** An existing quiz as a draft, for editing. */
export function writeDraft(quiz: Quiz, questions: readonly Question[]): DraftContent {
  return {
    details: {
      TotalQuestions: String(quiz.totalQuestions),
      ScorePerQuestion: String(quiz.scorePerQuestion),
      SubjectId: quiz.subjectId,
      ClassName: quiz.className,
      topic: quiz.topic,
      TimeLimit: quiz.timeLimit,
      startTime: writeKolkataField(quiz.startsAt),
      endTime: writeKolkataField(quiz.endsAt),
    },
    settings: settingsOf(quiz),
    questions: questions.map((question) => {
      const typed = { key: randomUUID(), ...writeQuestion(question), Points: pointsOf(question) };
      return DraftQuestion.parse(typed);
    }),
  };
}

/** As typed; texts without an answer have none. */
const pointsOf = ({ kind, points }: Pick<Question, 'kind' | 'points'>): string =>
  points === null || kindOf(kind).asksNothing ? '' : String(points);

/** A draft in the form of a quiz, possibly incomplete. */
export function readDraftAsForm({ details, settings, questions }: DraftContent) {
  return {
    formDetails: details,
    settings,
    questions: Object.fromEntries(
      questions.map((question, index) => [String(index + 1), question]),
    ),
  };
}

/** Refuses an empty audience. */
export function readDraftSettings({ settings }: DraftContent): QuizSettings {
  const read = QuizSettings.safeParse(settings);
  if (!read.success) throw invalid(read.error);
  return read.data;
}

/** A draft as a quiz record; unreadable values are null. */
export function showDraft({
  uniqueId,
  content,
  createdAt,
}: Pick<Draft, 'uniqueId' | 'content' | 'createdAt'>): QuizRecord {
  return {
    unique_id: uniqueId,
    completed: false,
    submissionDate: null,
    formDetails: showTyped(content.details),
    createdAt: writeKolkataMoment(createdAt),
    expired: false,
    status: 'draft',
    isUnfinished: true,
    ...ofClass(content.settings.audience),
  };
}

function showTyped(typed: DraftContent['details']): ShownDetails {
  const { SubjectId, ClassName, topic } = typed;
  const seconds = readTimeLimit(typed.TimeLimit);
  return {
    TotalQuestions: TotalQuestions.safeParse(typed.TotalQuestions).data ?? null,
    ScorePerQuestion: ScorePerQuestion.safeParse(typed.ScorePerQuestion).data ?? null,
    SubjectId,
    ClassName,
    TimeLimit: seconds === null ? null : seconds / 3600,
    startTime: readMoment(typed.startTime)?.toISOString() ?? null,
    endTime: readMoment(typed.endTime)?.toISOString() ?? null,
    topic,
  };
}
