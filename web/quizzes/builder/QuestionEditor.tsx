import { ActionIcon, Group, Paper, Text, Title } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import IconCopy from '~icons/copy';
import IconTrash from '~icons/trash';
import type { DraftQuestion, TypedKindQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import type { ReactNode } from 'react';
import { findWarning, listQuestionMistakes } from '../drafts/draft-mistakes.ts';
import classes from './QuestionEditor.module.css';
import { QuestionPreview } from '../../questions/QuestionPreview.tsx';
import { MarkdownField } from '../../ui/text/MarkdownField.tsx';
import { FourOptionsFields } from './FourOptionsFields.tsx';
import { KindChoice, KindFields } from './KindFields.tsx';
import type { Builder } from './use-builder.ts';
import { checkProgram } from '@vlabs/contract/quizzes/program-checks';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { call } from '../../platform/calls/call.ts';
import { ProgramCheck } from '../../runs/cases/ProgramCheck.tsx';

interface QuestionEditorProps {
  question: DraftQuestion;
  builder: Builder;
  count: number;
  isJudged: boolean;
  /** What the server refused, by field path. */
  refused: Record<string, string>;
  /** The verification of the program in the question. */
  children?: ReactNode;
}

/** The editor of one question: kind, title, and the fields of its kind. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { question, builder, count, isJudged, refused, children } = props;
  const mistakes = { ...refused, ...(isJudged ? listQuestionMistakes(question) : {}) };
  const warning = findWarning(question);
  const number = builder.place + 1;
  return (
    <Paper
      withBorder
      component="section"
      className={classes.editor}
      aria-label={`Question ${number}`}
    >
      <div className={classes.top}>
        <Title order={2}>
          Question {number} <span className={classes.count}>of {count}</span>
        </Title>
        <QuestionTools builder={builder} count={count} />
      </div>
      <KindChoice question={question} builder={builder} mistakes={mistakes} />
      <MarkdownField
        label="Question Title"
        name="QuestionTitle"
        rows={{ min: 2, max: 16 }}
        description="Markdown, `code`, ```code blocks``` and $maths$ are formatted for students."
        value={question.QuestionTitle}
        error={mistakes['QuestionTitle']}
        onChange={(value) => builder.change((now) => ({ ...now, QuestionTitle: value }))}
      />
      {'Kind' in question ? (
        <>
          <KindFields question={question} builder={builder} mistakes={mistakes} />
          <QuestionCheck question={question} />
        </>
      ) : (
        <FourOptionsFields question={question} builder={builder} mistakes={mistakes} />
      )}
      {warning !== null && (
        <Text size="sm" className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden /> {warning}
        </Text>
      )}
      {children}
      <section className={classes.preview} aria-label="Student view">
        <Text size="sm" c="dimmed" mb="xs">
          Student view
        </Text>
        <QuestionPreview
          question={question}
          number={number}
          correctAnswer={'Kind' in question ? '' : question.CorrectAnswer}
        />
      </section>
    </Paper>
  );
}

function QuestionTools({ builder, count }: { builder: Builder; count: number }) {
  const { place } = builder;
  return (
    <Group gap={4}>
      <Tool
        label="Move up"
        icon={<IconArrowUp size={18} />}
        disabled={place === 0}
        onClick={() => builder.move(place, place - 1)}
      />
      <Tool
        label="Move down"
        icon={<IconArrowDown size={18} />}
        disabled={place === count - 1}
        onClick={() => builder.move(place, place + 1)}
      />
      <Tool label="Duplicate question" icon={<IconCopy size={18} />} onClick={builder.duplicate} />
      <Tool label="Delete question" icon={<IconTrash size={18} />} onClick={builder.remove} />
    </Group>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ label, icon, disabled = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}

/** Runs the programs of a question as publishing does, and wrong programs besides. */
function QuestionCheck({ question }: { question: TypedKindQuestion }) {
  if (kinds[question.Kind].judged === null) return null;
  const isWhole = Object.keys(listQuestionMistakes(question)).length === 0;
  return (
    <ProgramCheck
      asked={question}
      check={async ({ key: _key, ...body }) => (await call(checkProgram, { body })).data}
      isSame={(one, other) => one.Body === other.Body && one.Key === other.Key}
      isWhole={isWhole}
      changed="The question was changed after this check."
      about={
        isWhole
          ? 'Runs the solution, the starters, and wrong programs on the test cases. A test is published only if its programs pass this check.'
          : 'Complete the question to check its program.'
      }
    />
  );
}
