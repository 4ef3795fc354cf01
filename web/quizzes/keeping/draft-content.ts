import type { DraftContent, TypedQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { MAX_QUESTIONS } from '@vlabs/contract/quizzes/questions';
import { defaultSettings, TotalQuestions } from '@vlabs/contract/quizzes/quizzes';
import { makeUuid } from '../../platform/random-ids.ts';

export function emptyContent(): DraftContent {
  return {
    details: {
      TotalQuestions: '',
      ScorePerQuestion: '',
      SubjectId: '',
      ClassName: '',
      topic: '',
      TimeLimit: '',
      startTime: '',
      endTime: '',
    },
    settings: defaultSettings,
    questions: [],
  };
}

export const emptyQuestion = (): TypedQuestion => ({
  key: makeUuid(),
  QuestionTitle: '',
  QuestionOptions: { 1: '', 2: '', 3: '', 4: '' },
  CorrectAnswer: '',
});

export function isBlank({ QuestionTitle, QuestionOptions, CorrectAnswer }: TypedQuestion): boolean {
  const texts = [QuestionTitle, ...Object.values(QuestionOptions)];
  return CorrectAnswer === '' && texts.every((text) => text.trim() === '');
}

/** Questions that hold something; their number is the least that Total Questions may be. */
export const countWritten = (questions: readonly TypedQuestion[]): number =>
  questions.filter((question) => !isBlank(question)).length;

/** As many blocks as Total Questions says: empty ones are added or taken away, written ones stay. */
export function fitQuestions(content: DraftContent): DraftContent {
  const wanted = TotalQuestions.safeParse(content.details.TotalQuestions).data;
  if (wanted === undefined) return content;
  const questions = [...content.questions];
  for (let index = questions.length - 1; index >= 0 && questions.length > wanted; index -= 1) {
    const question = questions[index];
    if (question && isBlank(question)) questions.splice(index, 1);
  }
  while (questions.length < wanted) questions.push(emptyQuestion());
  return withQuestions(content, questions);
}

/** Total Questions follows the number of blocks. */
function withQuestions(content: DraftContent, questions: TypedQuestion[]): DraftContent {
  const details = { ...content.details, TotalQuestions: String(questions.length) };
  return { ...content, details, questions };
}

/** Puts questions at a place; beyond the most that a quiz has, nothing is put in. */
export function insertQuestions(
  content: DraftContent,
  place: number,
  added: readonly TypedQuestion[],
): DraftContent {
  if (content.questions.length + added.length > MAX_QUESTIONS) return content;
  return withQuestions(content, content.questions.toSpliced(place, 0, ...added));
}

/** A quiz keeps at least one question. */
export function removeQuestion(content: DraftContent, place: number): DraftContent {
  const questions = content.questions.toSpliced(place, 1);
  return withQuestions(content, questions.length > 0 ? questions : [emptyQuestion()]);
}

export function moveQuestion(content: DraftContent, from: number, to: number): DraftContent {
  const moved = content.questions[from];
  if (!moved || to < 0 || to >= content.questions.length) return content;
  const questions = content.questions.toSpliced(from, 1).toSpliced(to, 0, moved);
  return { ...content, questions };
}

export function changeQuestion(
  content: DraftContent,
  key: string,
  change: (question: TypedQuestion) => TypedQuestion,
): DraftContent {
  const questions = content.questions.map((question) =>
    question.key === key ? change(question) : question,
  );
  return { ...content, questions };
}

/** Reviewed questions fill the blocks that are still empty first; the others are added. */
export function takeOver(content: DraftContent, taken: readonly TypedQuestion[]): DraftContent {
  const waiting = [...taken];
  const questions = content.questions.map((question) =>
    isBlank(question) ? (waiting.shift() ?? question) : question,
  );
  return withQuestions(content, [...questions, ...waiting].slice(0, MAX_QUESTIONS));
}
