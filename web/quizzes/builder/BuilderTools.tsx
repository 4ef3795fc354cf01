import { Button, Group, Text } from '@mantine/core';
import IconDice5 from '~icons/dice-5';
import IconEye from '~icons/eye';
import IconPencil from '~icons/pencil';
import IconSparkles from '~icons/sparkles';
import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { MAX_QUESTIONS } from '@vlabs/contract/quizzes/questions';
import { useState } from 'react';
import { Link } from 'react-router';
import { AddQuestions } from '../../questions/AddQuestions.tsx';
import { countWritten, toTyped } from '../drafts/draft-content.ts';
import { QuestionDraftsPanel } from '../question-drafts/QuestionDraftsPanel.tsx';
import { TemplatePanel } from '../question-drafts/TemplatePanel.tsx';
import type { Builder } from './use-builder.ts';
import IconPrinter from '~icons/printer';
import { describeTimeLimit, readTimeLimit } from '@vlabs/contract/quizzes/time-limit';
import { Dialog } from '../../ui/Dialog.tsx';
import { QuestionPreview } from '../../questions/QuestionPreview.tsx';
import classes from './QuizPreview.module.css';

interface BuilderToolsProps {
  content: DraftContent;
  builder: Builder;
  detailsPath: string;
}

/** Other sources of questions, and links to the details and the preview. */
export function BuilderTools({ content, builder, detailsPath }: BuilderToolsProps) {
  const [panel, setPanel] = useState<'ai' | 'template' | null>(null);
  const [isPreviewed, setIsPreviewed] = useState(false);
  return (
    <>
      <Group gap="xs" mb="md">
        <Button
          variant="default"
          aria-expanded={panel === 'ai'}
          leftSection={<IconSparkles size={16} aria-hidden />}
          onClick={() => setPanel(panel === 'ai' ? null : 'ai')}
        >
          AI questions
        </Button>
        <Button
          variant="default"
          aria-expanded={panel === 'template'}
          leftSection={<IconDice5 size={16} aria-hidden />}
          onClick={() => setPanel(panel === 'template' ? null : 'template')}
        >
          From a template
        </Button>
        <AddQuestions
          titles={content.questions.map(({ QuestionTitle }) => QuestionTitle)}
          remaining={MAX_QUESTIONS - countWritten(content.questions)}
          subject={content.details.SubjectId}
          topic={content.details.topic}
          onAdd={(added) => builder.takeOver(added.map(toTyped))}
        />
        <Button
          component={Link}
          to={detailsPath}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Details
        </Button>
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setIsPreviewed(true)}
        >
          Preview as a student
        </Button>
      </Group>
      {panel === 'ai' && <QuestionDraftsPanel content={content} builder={builder} />}
      {panel === 'template' && <TemplatePanel builder={builder} />}
      {isPreviewed && <QuizPreview content={content} onClose={() => setIsPreviewed(false)} />}
    </>
  );
}

/** The whole test as a student sees it, without the key, on screen and on paper. */
function QuizPreview({ content, onClose }: { content: DraftContent; onClose: () => void }) {
  const { details, questions, settings } = content;
  const seconds = readTimeLimit(details.TimeLimit);
  return (
    <Dialog title={`Preview: ${details.topic || 'test'}`} onClose={onClose}>
      <Text c="dimmed" mb="md">
        {questions.length} questions
        {seconds !== null && `, ${describeTimeLimit(seconds)}`}
        {settings.shuffleQuestions && '. Each student gets them in an order of their own'}.
      </Text>
      <ol className={`${classes.questions} quiz-preview`}>
        {questions.map((question, place) => (
          <li key={question.key}>
            <QuestionPreview question={question} number={place + 1} />
          </li>
        ))}
      </ol>
      <Group justify="flex-end" mt="lg" className={classes.tools ?? ''}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close the preview
        </Button>
      </Group>
    </Dialog>
  );
}
