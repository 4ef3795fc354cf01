import { Button, Paper, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import type { TypedSettings } from '@vlabs/contract/quizzes/quiz-drafts';
import { useInstallation } from '../../platform/calls/use-installation.ts';
import classes from './QuizBuilder.module.css';

interface ScoreWarningProps {
  settings: TypedSettings;
  onChange: (settings: TypedSettings) => void;
}

/** Invented accounts can read the right answers off their scores while the class still sits. */
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
        Anybody may register here, and the score shows while others still sit: with a few invented
        accounts somebody can find out the right answers from it.
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
