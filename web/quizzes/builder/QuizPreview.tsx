import { Button, Group, Text } from '@mantine/core';
import IconPrinter from '~icons/printer';
import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { describeTimeLimit, readTimeLimit } from '@vlabs/contract/quizzes/time-limit';
import { Dialog } from '../../ui/Dialog.tsx';
import { QuestionPreview } from '../../questions/QuestionPreview.tsx';
import classes from './QuizPreview.module.css';

/** The whole test as a student sees it, without the key, on screen and on paper. */
export function QuizPreview({ content, onClose }: { content: DraftContent; onClose: () => void }) {
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
