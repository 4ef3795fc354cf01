import { INCOMPLETE_DETAILS } from '@vlabs/contract/quizzes/quizzes';
import { Navigate } from 'react-router';
import { detailsPath } from '../quiz-paths.ts';
import { QuizBuilder } from './QuizBuilder.tsx';
import type { OpenDraft } from '../drafts/use-quiz-draft.ts';
import { useDraftState, WithQuizDraft } from '../drafts/WithQuizDraft.tsx';

export function QuizBuilderPage() {
  return (
    <WithQuizDraft heading="Question builder">
      {(draft) => <DetailsFirst key={draft.uniqueId} draft={draft} />}
    </WithQuizDraft>
  );
}

/** Without details there are no questions, so the page returns to the details form and says why. */
function DetailsFirst({ draft }: { draft: OpenDraft }) {
  const { content } = useDraftState(draft);
  const { TotalQuestions, ClassName } = content.details;
  if (content.questions.length === 0 || TotalQuestions.trim() === '' || ClassName.trim() === '') {
    const state = { alert: INCOMPLETE_DETAILS };
    return <Navigate to={detailsPath(draft.addressed)} replace state={state} />;
  }
  return <QuizBuilder draft={draft} />;
}
