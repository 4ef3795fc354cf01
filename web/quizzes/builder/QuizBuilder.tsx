import { Button, Group, Paper, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconArrowBackUp from '~icons/arrow-back-up';
import {
  INCOMPLETE_DETAILS,
  NOTHING_TO_EARN,
  type QuizSettings,
} from '@vlabs/contract/quizzes/quizzes';
import { INCOMPLETE_QUESTIONS, MAX_QUESTIONS } from '@vlabs/contract/quizzes/questions';
import { useState, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Page } from '../../ui/frame/Page.tsx';
import { BuilderTools } from './BuilderTools.tsx';
import { DraftConflict, DraftStatus } from './DraftStatus.tsx';
import { ofFour, totalPoints } from '../drafts/draft-content.ts';
import { givesNothing, isWhole, listQuestionMistakes } from '../drafts/draft-mistakes.ts';
import { detailsPath } from '../quiz-paths.ts';
import { EditingNotice } from './EditingNotice.tsx';
import { QuestionEditor } from './QuestionEditor.tsx';
import { QuestionList } from './QuestionList.tsx';
import classes from './QuizBuilder.module.css';
import { type Builder, listFaulty, useBuilder } from './use-builder.ts';
import { sayWhyNot, useCreateQuiz } from './use-create-quiz.ts';
import type { OpenDraft } from '../drafts/use-quiz-draft.ts';
import { ScoreWarning } from './ScoreWarning.tsx';
import { VariantsNotice } from '../question-drafts/VariantsNotice.tsx';
import { Verification } from '../question-drafts/Verification.tsx';
import { useDraftState } from '../drafts/WithQuizDraft.tsx';
import { useQuery } from '@tanstack/react-query';
import { getAudienceReach } from '@vlabs/contract/students/audience-choices';
import { queryOf } from '../../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../../platform/calls/use-account.ts';
import { useWindowEvent } from '@mantine/hooks';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import type { DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { refusedFields } from '../../platform/calls/call.ts';

/** The list of questions, an editor for one of them, and Create. */
export function QuizBuilder({ draft }: { draft: OpenDraft }) {
  const state = useDraftState(draft);
  const { content, saving } = state;
  const { questions } = content;
  const builder = useBuilder(draft.autosave, content);
  const [isAsked, setIsAsked] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const { editor, focusField, add } = useEditorFocus(builder, questions.length);
  const navigate = useNavigate();
  const creation = useCreateQuiz(draft);
  const refused = useRefusedQuestion(questions);
  const faulty = listFaulty(questions);

  /** Opens a question at its first mistake. */
  function goTo(place: number): void {
    const question = questions[place];
    if (!question) return;
    builder.show(question.key);
    const [field] = Object.keys(listQuestionMistakes(question));
    const name = field === 'CorrectAnswer' ? `CorrectAnswer.${question.key}` : field;
    focusField(name);
  }

  function goToRefused(error: unknown): void {
    const found = refused.keep(error);
    if (!found) return;
    builder.show(found.question.key);
    focusField(found.field);
  }

  function create(): void {
    setIsAsked(true);
    const [first] = faulty;
    setAlert(first === undefined ? null : INCOMPLETE_QUESTIONS);
    if (first !== undefined) goTo(first);
    else if (isWhole(content)) creation.mutate(undefined, { onError: goToRefused });
    else if (givesNothing(content)) setAlert(NOTHING_TO_EARN);
    else {
      const because = { state: { alert: INCOMPLETE_DETAILS } };
      void navigate(detailsPath(draft.addressed), because);
    }
  }

  return (
    <Page
      heading="Question builder"
      introduction={describe(content.details)}
      action={<DraftStatus state={state} />}
    >
      {saving === 'changed-elsewhere' && <DraftConflict draft={draft} />}
      <EditingNotice draft={draft} saving={saving} />
      <ScoreWarning
        settings={content.settings}
        onChange={(settings) => draft.autosave.change((now) => ({ ...now, settings }))}
      />
      <BuilderTools
        content={content}
        builder={builder}
        detailsPath={detailsPath(draft.addressed)}
      />
      <div className={classes.builder}>
        <QuestionList
          questions={questions}
          total={totalPoints(content)}
          builder={builder}
          isAsked={isAsked}
          onAdd={add}
        />
        <div ref={editor} className={classes.open}>
          <DeletedNotice builder={builder} />
          {builder.open && (
            <QuestionEditor
              key={builder.open.key}
              question={builder.open}
              builder={builder}
              count={questions.length}
              refused={refused.mistakesOf(builder.open)}
              isJudged={isAsked || builder.left.has(builder.open.key)}
            >
              {!('Kind' in builder.open) && (
                <VariantsNotice
                  question={builder.open}
                  onRemove={() =>
                    builder.change(ofFour(({ Variants: _others, ...question }) => question))
                  }
                />
              )}
              <Verification
                question={builder.open}
                onMark={(option) =>
                  builder.change(ofFour((now) => ({ ...now, CorrectAnswer: option })))
                }
              />
            </QuestionEditor>
          )}
        </div>
      </div>
      <Paper withBorder className={classes.bar}>
        {alert !== null && (faulty.length > 0 || givesNothing(content)) && (
          <Alert role="alert" words={alert} />
        )}
        {creation.isError && <Alert words={sayWhyNot(creation.error)} />}
        <Group justify="flex-end" gap="sm">
          {draft.quizStatus === null && faulty.length === 0 && (
            <PublishNote audience={content.settings.audience} />
          )}
          <Progress faulty={faulty} count={questions.length} goTo={goTo} place={builder.place} />
          <Button loading={creation.isPending} onClick={create}>
            {draft.quizStatus === null ? 'Create' : 'Save changes'}
          </Button>
        </Group>
      </Paper>
      <output className={classes.spoken}>{builder.spoken}</output>
    </Page>
  );
}

function Alert({ words, role }: { words: string; role?: 'alert' }) {
  return (
    <div role={role} className={classes.alert}>
      <IconAlertTriangle size={18} aria-hidden />
      <Text size="sm">{words}</Text>
    </div>
  );
}

interface ProgressProps {
  faulty: number[];
  count: number;
  place: number;
  goTo: (place: number) => void;
}

/** The number of incomplete questions, with a link to the next one. */
function Progress({ faulty, count, place, goTo }: ProgressProps) {
  if (faulty.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {count === 1 ? 'The question is complete' : `All ${count} questions are complete`}
      </Text>
    );
  }
  const next = faulty.find((candidate) => candidate > place) ?? faulty[0] ?? 0;
  return (
    <>
      <Text size="sm">
        {faulty.length} of {count} {count === 1 ? 'question' : 'questions'} not complete
      </Text>
      <Button variant="default" onClick={() => goTo(next)}>
        Go to question {next + 1}
      </Button>
    </>
  );
}

function DeletedNotice({ builder }: { builder: Builder }) {
  if (builder.deleted === null) return null;
  return (
    <Paper withBorder className={classes.deleted}>
      <Text size="sm">Question deleted.</Text>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={builder.restore}
      >
        Undo
      </Button>
    </Paper>
  );
}

function describe({
  topic,
  ClassName,
  SubjectId,
}: Record<'topic' | 'ClassName' | 'SubjectId', string>) {
  return [topic, SubjectId, ClassName].filter((text) => text.trim() !== '').join(' · ');
}

/** Says to how many students Create shows the test. */
function PublishNote({ audience }: { audience: QuizSettings['audience'] }) {
  const isCampusAdmin = useIsCampusAdmin();
  const { data } = useQuery({
    ...queryOf(getAudienceReach, { body: audience }),
    enabled: isCampusAdmin || audience.inClass !== undefined,
  });
  if (!data) return null;
  const { reached } = data;
  return (
    <Text size="sm">
      {reached === 0
        ? 'No student is in the audience yet.'
        : `Create shows this test to ${reached === 1 ? '1 student' : `${reached} students`} at once.`}
    </Text>
  );
}

/** Moves the focus within the editor; Ctrl+Enter in it adds a question of the same kind. */
function useEditorFocus(builder: Builder, count: number) {
  const editor = useRef<HTMLDivElement>(null);

  /** In the next frame, when the question is shown. */
  function focusField(name: string | undefined): void {
    requestAnimationFrame(() =>
      editor.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
    );
  }

  function add(kind: KindName | null): void {
    if (count >= MAX_QUESTIONS) return;
    builder.add(kind);
    focusField('QuestionTitle');
  }

  useWindowEvent('keydown', ({ key, ctrlKey, target }) => {
    const isMeant = key === 'Enter' && ctrlKey && target instanceof Node;
    if (!isMeant || !builder.open || editor.current?.contains(target) !== true) return;
    add('Kind' in builder.open ? builder.open.Kind : null);
  });

  return { editor, focusField, add };
}

/** A question that the server refused, with messages by the path of the field. */
interface Refused {
  question: DraftQuestion;
  mistakes: Record<string, string>;
}

/** What the server refused, until the question is changed. */
function useRefusedQuestion(questions: readonly DraftQuestion[]) {
  const [refused, setRefused] = useState<Refused | null>(null);

  /** Returns the question and its first field; null if no question was refused. */
  function keep(error: unknown): { question: DraftQuestion; field: string } | null {
    const named = Object.entries(refusedFields(error)).flatMap(([path, message]) => {
      const [, number = '', field = ''] = /^questions\.(\d{1,4})\.(.+)$/.exec(path) ?? [];
      return field === '' ? [] : [{ number: Number(number), field, message }];
    });
    const [first] = named;
    const question = first && questions[first.number - 1];
    if (!question) return null;
    const own = named.filter(({ number }) => number === first.number);
    const mistakes = Object.fromEntries(own.map(({ field, message }) => [field, message]));
    setRefused({ question, mistakes });
    return { question, field: first.field };
  }

  const mistakesOf = (question: DraftQuestion): Record<string, string> =>
    refused?.question === question ? refused.mistakes : {};
  return { keep, mistakesOf };
}
