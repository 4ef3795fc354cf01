import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconArrowRight from '~icons/arrow-right';
import type { DraftContent, TypedDetails } from '@vlabs/contract/quizzes/quiz-drafts';
import { ScorePerQuestion, TotalQuestions } from '@vlabs/contract/quizzes/quizzes';
import { readMoment } from '@vlabs/contract/text/kolkata-time';
import {
  describeDuration,
  describeTimeLimit,
  findTwoReadings,
  readTimeLimit,
} from '@vlabs/contract/quizzes/time-limit';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ClassChoice } from '../../classes/ClassChoice.tsx';
import { MomentInWords } from '../../ui/dates/MomentInWords.tsx';
import { fitQuestions } from '../drafts/draft-content.ts';
import {
  endsBeforeItStarts,
  findAudienceMistake,
  listDetailMistakes,
} from '../drafts/draft-mistakes.ts';
import { builderPath } from '../quiz-paths.ts';
import classes from '../list/QuizDetailsPage.module.css';
import { QuizSettingsFields } from './QuizSettingsFields.tsx';
import type { OpenDraft } from '../drafts/use-quiz-draft.ts';

interface QuizDetailsFormProps {
  draft: OpenDraft;
  content: DraftContent;
}

type Field = keyof TypedDetails;

/** The details of a test. Every field is required, and each mistake is shown at its field. */
export function QuizDetailsForm({ draft, content }: QuizDetailsFormProps) {
  const { autosave, addressed } = draft;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [isAsked, setIsAsked] = useState(false);
  const mistakes = listDetailMistakes(content);
  // Shown as soon as both fields are filled in.
  const isOrderWrong = endsBeforeItStarts(content.details);
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
      autosave.change((now) => ({ ...now, details: { ...now.details, [name]: value } }));
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
    autosave.change(fitQuestions);
    void autosave.flush();
    void navigate(builderPath(addressed));
  }

  return (
    <Paper withBorder p="lg">
      <form noValidate ref={form} onSubmit={submit}>
        <Stack gap="xl">
          <ClassChoice
            audience={content.settings.audience}
            onChange={(audience, chosen) =>
              autosave.change(({ details, settings, ...rest }) => ({
                ...rest,
                details: chosen
                  ? { ...details, ClassName: chosen.name, SubjectId: chosen.subject }
                  : details,
                settings: { ...settings, audience },
              }))
            }
          />
          <div className={classes.fields}>
            <TextInput {...fieldOf('TotalQuestions', 'Total Questions')} inputMode="numeric" />
            <TextInput
              {...fieldOf('ScorePerQuestion', 'Score per Question')}
              inputMode="decimal"
              description={describeScore(content)}
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
              description={
                <MomentInWords typed={content.details.startTime} without="Indian Standard Time" />
              }
              inputWrapperOrder={wrapperOrder}
            />
            <TextInput
              {...fieldOf('endTime', 'End')}
              type="datetime-local"
              error={
                isOrderWrong || isAsked || left.has('endTime') ? mistakes['endTime'] : undefined
              }
              description={<WindowMeaning details={content.details} />}
              inputWrapperOrder={wrapperOrder}
            />
          </div>
          <QuizSettingsFields
            hasPrograms={content.questions.some(
              (question) => 'Kind' in question && kinds[question.Kind].judged !== null,
            )}
            settings={content.settings}
            audienceError={audienceMistake}
            onChange={(settings) => autosave.change((now) => ({ ...now, settings }))}
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
  count === 1 ? '1 field to correct' : `${count} fields to correct`;

/** Shows how the input was understood. */
function TimeLimitMeaning({ typed }: { typed: string }) {
  const seconds = readTimeLimit(typed);
  if (typed.trim() === '') return 'Hours, like 2.40, or 2hrs 40min, 2:40, 90 min';
  if (seconds === null) return 'Enter a time';
  const readings = findTwoReadings(typed);
  if (readings === null) return `= ${describeTimeLimit(seconds)}`;
  return (
    <>
      = {describeTimeLimit(seconds)}
      <br />
      <Text span inherit c="var(--mantine-color-text)" fw={650}>
        <IconAlertTriangle size={14} aria-hidden className={classes.inline} />{' '}
        {describeDuration(readings.isMinutes * 60)}, not{' '}
        {describeDuration(readings.isNotMinutes * 60)}
      </Text>
      <br />
      For {describeDuration(readings.isNotMinutes * 60)} type {writeClock(readings.isNotMinutes)}
    </>
  );
}

/** Spells out End and the time until then; End cuts a longer time limit short. */
function WindowMeaning({ details }: { details: TypedDetails }) {
  const window = describeWindow(details);
  return (
    <>
      <MomentInWords typed={details.endTime} without="Indian Standard Time" />
      {window !== null && (
        <>
          <br />
          {window}
        </>
      )}
    </>
  );
}

function describeWindow(details: TypedDetails): string | null {
  const seconds = readTimeLimit(details.TimeLimit);
  const [start, end] = [readMoment(details.startTime), readMoment(details.endTime)];
  if (seconds === null || start === null || end === null || end <= start) return null;
  const between = Math.round((end.getTime() - start.getTime()) / 1000);
  if (between >= seconds) return `Open for ${describeTimeLimit(between)}`;
  return `Shorter than the time limit: students get at most ${describeTimeLimit(between)}`;
}

/** `2:40` */
const writeClock = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

function describeScore({ details, questions }: DraftContent): string {
  if (questions.some((question) => 'Kind' in question))
    return 'For questions without points of their own';
  const count = TotalQuestions.safeParse(details.TotalQuestions).data;
  const score = ScorePerQuestion.safeParse(details.ScorePerQuestion).data;
  if (count === undefined || score === undefined) return 'For each correct answer';
  return `Total score ${Math.round(count * score * 100) / 100}`;
}
