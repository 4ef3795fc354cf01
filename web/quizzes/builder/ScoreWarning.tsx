import { Button, Paper, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import type { TypedSettings } from '@vlabs/contract/quizzes/quiz-drafts';
import { useInstallation } from '../../platform/calls/use-installation.ts';
import classes from './QuizBuilder.module.css';

interface ScoreWarningProps {
  settings: TypedSettings;
  onChange: (settings: TypedSettings) => void;
}

/** With open registration, invented accounts could work out the key from their scores during the test. */
export function ScoreWarning({ settings, onChange }: ScoreWarningProps) {
  const { data: installation } = useInstallation();
  const isForAnybody =
    settings.audience.everyone &&
    !settings.audience.inClass &&
    installation?.registration === 'open';
  if (!isForAnybody || settings.scoreOpens !== 'at_once') return null;
  return (
    <Paper withBorder className={classes.notice}>
      <IconAlertTriangle size={18} aria-hidden />
      <Text size="sm">
        Anyone can register here, and scores are shown during the test. With a few fake accounts
        someone could work out the correct answers.
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange({ ...settings, scoreOpens: 'at_end' })}
      >
        Show the score at End
      </Button>
    </Paper>
  );
}
