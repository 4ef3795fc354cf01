import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { DraftContent, TypedDetails } from '@vlabs/contract/quiz-drafts';
import { ScorePerQuestion, TotalQuestions } from '@vlabs/contract/quizzes';
import { readMoment } from '@vlabs/contract/kolkata-time';
import { describeTimeLimit, readTimeLimit } from '@vlabs/contract/time-limit';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { fitQuestions } from './draft-content.ts';
import { findAudienceMistake, listDetailMistakes } from './draft-mistakes.ts';
import { builderPath } from './quiz-paths.ts';
import classes from './QuizDetailsPage.module.css';
import { QuizSettingsFields } from './QuizSettingsFields.tsx';
import type { OpenDraft } from './use-quiz-draft.ts';

interface QuizDetailsFormProps {
  draft: OpenDraft;
  content: DraftContent;
}

type Field = keyof TypedDetails;

/** The details of a quiz; every field is required, and each mistake shows at its field. */
export function QuizDetailsForm({ draft, content }: QuizDetailsFormProps) {
  const { keeper, addressed } = draft;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [isAsked, setIsAsked] = useState(false);
  const mistakes = listDetailMistakes(content);
  const audienceMistake = isAsked ? findAudienceMistake(content) : null;

  const fieldOf = (name: Field, label: string) => ({
    name,
    label,
    required: true,
    value: content.details[name],
    error: isAsked || left.has(name) ? mistakes[name] : undefined,
    onBlur: () => {
      if (content.details[name] !== '') setLeft(new Set([...left, name]));
    },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget;
      keeper.change((now) => ({ ...now, details: { ...now.details, [name]: value } }));
    },
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setIsAsked(true);
    const [first] = Object.keys(content.details).filter((name) => mistakes[name] !== undefined);
    if (first !== undefined || findAudienceMistake(content) !== null) {
      form.current?.querySelector<HTMLElement>(`[name="${first ?? 'audience'}"]`)?.focus();
      return;
    }
    keeper.change(fitQuestions);
    void keeper.flush();
    void navigate(builderPath(addressed));
  }

  return (
    <Paper withBorder p="lg">
      <form noValidate ref={form} onSubmit={submit}>
        <Stack gap="xl">
          <div className={classes.fields}>
            <TextInput {...fieldOf('TotalQuestions', 'Total Questions')} inputMode="numeric" />
            <TextInput
              {...fieldOf('ScorePerQuestion', 'Score per Question')}
              inputMode="decimal"
              description={totalScoreOf(content.details)}
              inputWrapperOrder={wrapperOrder}
            />
            <TextInput {...fieldOf('ClassName', 'Class Name')} />
            <TextInput {...fieldOf('SubjectId', 'Subject ID')} />
            <TextInput {...fieldOf('topic', 'Topic')} />
            <TextInput
              {...fieldOf('TimeLimit', 'Time Limit')}
              placeholder="2.40 2hrs 40min"
              description={<TimeLimitMeaning typed={content.details.TimeLimit} />}
              inputWrapperOrder={wrapperOrder}
            />
            <TextInput
              {...fieldOf('startTime', 'Start')}
              type="datetime-local"
              description="Indian Standard Time"
              inputWrapperOrder={wrapperOrder}
            />
            <TextInput
              {...fieldOf('endTime', 'End')}
              type="datetime-local"
              description={<WindowWarning details={content.details} />}
              inputWrapperOrder={wrapperOrder}
            />
          </div>
          <QuizSettingsFields
            settings={content.settings}
            audienceError={audienceMistake}
            onChange={(settings) => keeper.change((now) => ({ ...now, settings }))}
          />
          <Group justify="flex-end">
            {isAsked && Object.keys(mistakes).length > 0 && (
              <Text size="sm" c="var(--mantine-color-error)">
                {countFields(Object.keys(mistakes).length)}
              </Text>
            )}
            <Button type="submit" rightSection={<IconArrowRight size={16} aria-hidden />}>
              Create Quiz
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

const wrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

const countFields = (count: number): string =>
  count === 1 ? 'One field to correct' : `${count} fields to correct`;

/** What was understood, as it is typed. */
function TimeLimitMeaning({ typed }: { typed: string }) {
  const seconds = readTimeLimit(typed);
  if (typed.trim() === '') return 'Hours, like 2.40, or 2hrs 40min, 2:40, 90 min';
  if (seconds === null) return 'Not understood yet';
  return `= ${describeTimeLimit(seconds)}`;
}

/** A time limit that is longer than the time between Start and End is cut by End. */
function WindowWarning({ details }: { details: TypedDetails }) {
  const seconds = readTimeLimit(details.TimeLimit);
  const [start, end] = [readMoment(details.startTime), readMoment(details.endTime)];
  if (seconds === null || start === null || end === null || end <= start) {
    return 'Indian Standard Time';
  }
  const between = Math.round((end.getTime() - start.getTime()) / 1000);
  if (between >= seconds) return `Open for ${describeTimeLimit(between)}`;
  return `Shorter than the time limit: everyone has at most ${describeTimeLimit(between)}`;
}

function totalScoreOf(details: TypedDetails): string {
  const count = TotalQuestions.safeParse(details.TotalQuestions).data;
  const score = ScorePerQuestion.safeParse(details.ScorePerQuestion).data;
  if (count === undefined || score === undefined) return 'For each right answer';
  return `Total score ${Math.round(count * score * 100) / 100}`;
}
