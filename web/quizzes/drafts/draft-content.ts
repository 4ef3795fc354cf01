import type {
  DraftContent,
  DraftQuestion,
  TypedQuestion,
} from '@vlabs/contract/quizzes/quiz-drafts';
import type { ImportedQuestion } from '@vlabs/contract/questions/question-files';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { MAX_QUESTIONS, bodyOf } from '@vlabs/contract/quizzes/questions';
import { defaultSettings, ScorePerQuestion, TotalQuestions } from '@vlabs/contract/quizzes/quizzes';
import { KIND_NAMES, type KindName, kinds } from '@vlabs/contract/kinds/kinds';
import { OptionsBody } from '@vlabs/contract/kinds/options';
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

/** Empty, for the students of a class. */
export function contentIn({
  classId,
  name,
  subject,
}: Pick<ClassDetails, 'classId' | 'name' | 'subject'>): DraftContent {
  const { details, settings, ...rest } = emptyContent();
  const inClass = { classId, sections: [] };
  return {
    ...rest,
    details: { ...details, ClassName: name, SubjectId: subject },
    settings: { ...settings, audience: { ...settings.audience, inClass } },
  };
}

export const emptyQuestion = (): TypedQuestion => ({
  key: makeUuid(),
  QuestionTitle: '',
  QuestionOptions: { 1: '', 2: '', 3: '', 4: '' },
  CorrectAnswer: '',
});

/** The kinds that a teacher is offered; null is the specification's question with four options. */
export const kindChoices: { name: KindName | null; label: string }[] = [
  { name: null, label: 'Four options' },
  ...KIND_NAMES.map((name) => ({ name, label: kinds[name].label })),
];

/** The points of all questions; null while the score per question is needed and not known. */
export function totalPoints({ details, questions }: DraftContent): number | null {
  const each = ScorePerQuestion.safeParse(details.ScorePerQuestion).data;
  const points = questions.map((question) => {
    if (!('Kind' in question)) return each;
    if (kinds[question.Kind].asksNothing) return 0;
    const own = question.Points.trim();
    return own === '' ? each : Number(own);
  });
  const sum = points.reduce<number>((total, one) => total + (one ?? Number.NaN), 0);
  return Number.isFinite(sum) ? Number(sum.toFixed(2)) : null;
}

/** An imported or drafted question as it is typed; only the first variant. */
export function toTyped(question: ImportedQuestion): DraftQuestion {
  const { QuestionTitle } = question;
  const key = makeUuid();
  if ('Kind' in question) {
    const { Kind, Body, Key, Points = '' } = question;
    return { key, QuestionTitle, Kind, Points: String(Points), Body, Key };
  }
  const { QuestionOptions, CorrectAnswer } = question;
  return { key, QuestionTitle, QuestionOptions, CorrectAnswer };
}

export function isBlank(question: DraftQuestion): boolean {
  if (question.QuestionTitle.trim() !== '') return false;
  if ('Kind' in question) {
    const { body, key } = kinds[question.Kind].blank;
    const { Points, Body, Key } = question;
    return Points.trim() === '' && isSame([Body, Key], [body, key]);
  }
  const texts = Object.values(question.QuestionOptions);
  return question.CorrectAnswer === '' && texts.every((text) => text.trim() === '');
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes the kind of a question; null means four options. Content is kept where the new kind has a place for it;
 * the key is reset.
 */
export function withKind(question: DraftQuestion, kind: KindName | null): DraftQuestion {
  const { key, QuestionTitle } = question;
  const { body } = bodyOf(question);
  if (kind === null) {
    const [first = '', second = '', third = '', fourth = ''] =
      OptionsBody.safeParse(body).data?.options ?? [];
    const QuestionOptions = { 1: first, 2: second, 3: third, 4: fourth };
    return { key, QuestionTitle, QuestionOptions, CorrectAnswer: '' };
  }
  const { Body, blank } = kinds[kind];
  const read = Body.safeParse(body);
  const Points = 'Kind' in question ? question.Points : '';
  return {
    key,
    QuestionTitle,
    Kind: kind,
    Points,
    Body: read.success ? read.data : blank.body,
    Key: blank.key,
  };
}

/** Questions with content; Total Questions cannot be lower. */
export const countWritten = (questions: readonly DraftQuestion[]): number =>
  questions.filter((question) => !isBlank(question)).length;

/** Adds or removes empty questions to match Total Questions; written ones stay. */
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

/** Sets Total Questions to the number of questions. */
function withQuestions(content: DraftContent, questions: DraftQuestion[]): DraftContent {
  const details = { ...content.details, TotalQuestions: String(questions.length) };
  return { ...content, details, questions };
}

/** Inserts questions up to the maximum. */
export function insertQuestions(
  content: DraftContent,
  place: number,
  added: readonly DraftQuestion[],
): DraftContent {
  if (content.questions.length + added.length > MAX_QUESTIONS) return content;
  return withQuestions(content, content.questions.toSpliced(place, 0, ...added));
}

/** A test keeps at least one question. */
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
  change: (question: DraftQuestion) => DraftQuestion,
): DraftContent {
  const questions = content.questions.map((question) =>
    question.key === key ? change(question) : question,
  );
  return { ...content, questions };
}

/** Changes a question with four options; leaves other kinds alone. */
export const ofFour =
  (change: (question: TypedQuestion) => TypedQuestion) =>
  (question: DraftQuestion): DraftQuestion =>
    'Kind' in question ? question : change(question);

/** Accepted questions fill empty ones first; the rest are appended. */
export function takeOver(content: DraftContent, taken: readonly DraftQuestion[]): DraftContent {
  const waiting = [...taken];
  const questions = content.questions.map((question) =>
    isBlank(question) ? (waiting.shift() ?? question) : question,
  );
  return withQuestions(content, [...questions, ...waiting].slice(0, MAX_QUESTIONS));
}
