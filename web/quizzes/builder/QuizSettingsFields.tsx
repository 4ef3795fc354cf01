import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { TypedSettings } from '@vlabs/contract/quizzes/quiz-drafts';
import { AudiencePicker } from '../../students/AudiencePicker.tsx';
import classes from '../list/QuizDetailsPage.module.css';
import { ScoreWarning } from './ScoreWarning.tsx';

interface QuizSettingsFieldsProps {
  settings: TypedSettings;
  audienceError: string | null;
  /** The test has programs. */
  hasPrograms: boolean;
  onChange: (settings: TypedSettings) => void;
}

const scoreOpens = [
  { value: 'at_once', label: 'As soon as they submit' },
  { value: 'at_end', label: 'After End' },
  { value: 'never', label: 'Never' },
] as const;
const answersOpen = [
  { value: 'at_end', label: 'After End, with every extension' },
  { value: 'never', label: 'Never' },
] as const;

const pastes = [
  { value: 'told', label: 'Allowed, and shown to you' },
  { value: 'allowed', label: 'Allowed' },
  { value: 'blocked', label: 'Not allowed' },
] as const;

/** Audience, order, and what students see afterwards. */
export function QuizSettingsFields(props: QuizSettingsFieldsProps) {
  const { settings, audienceError, hasPrograms, onChange } = props;
  return (
    <>
      <AudiencePicker
        audience={settings.audience}
        error={audienceError}
        onChange={(audience) => onChange({ ...settings, audience })}
      />
      <fieldset className={classes.group}>
        <legend className={classes.legend}>What students see afterwards</legend>
        <div className={classes.fields}>
          <NativeSelect
            label="Their score"
            data={scoreOpens}
            value={settings.scoreOpens}
            onChange={({ currentTarget }) => {
              const chosen = scoreOpens.find(({ value }) => value === currentTarget.value);
              if (chosen) onChange({ ...settings, scoreOpens: chosen.value });
            }}
          />
          <NativeSelect
            label="Correct answers"
            data={answersOpen}
            value={settings.answersOpen}
            onChange={({ currentTarget }) => {
              const chosen = answersOpen.find(({ value }) => value === currentTarget.value);
              if (chosen) onChange({ ...settings, answersOpen: chosen.value });
            }}
          />
        </div>
        <div className={classes.warning}>
          <ScoreWarning settings={settings} onChange={onChange} />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Order</legend>
        <Stack gap="xs">
          <Checkbox
            label="Shuffle the questions for each student"
            checked={settings.shuffleQuestions}
            onChange={({ currentTarget }) =>
              onChange({ ...settings, shuffleQuestions: currentTarget.checked })
            }
          />
          <Checkbox
            label="Shuffle the options for each student"
            checked={settings.shuffleOptions}
            onChange={({ currentTarget }) =>
              onChange({ ...settings, shuffleOptions: currentTarget.checked })
            }
          />
        </Stack>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>During the test</legend>
        <Checkbox
          label="Close assignments and earlier programs"
          description="For each student, from Start until they submit."
          checked={settings.closesWork ?? hasPrograms}
          onChange={({ currentTarget }) =>
            onChange({ ...settings, closesWork: currentTarget.checked })
          }
        />
        <NativeSelect
          mt="sm"
          label="Texts pasted from elsewhere"
          description="What students copy in the test itself can always be pasted."
          data={pastes}
          value={settings.pastes ?? 'told'}
          onChange={({ currentTarget }) => {
            const chosen = pastes.find(({ value }) => value === currentTarget.value);
            if (chosen) onChange({ ...settings, pastes: chosen.value });
          }}
        />
      </fieldset>
    </>
  );
}
