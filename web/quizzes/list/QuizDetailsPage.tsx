import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheck from '~icons/circle-check';
import IconFilePlus from '~icons/file-plus';
import { Link, useLocation } from 'react-router';
import { NoClass } from '../../classes/ClassChoice.tsx';
import { useWrites } from '../../platform/calls/use-account.ts';
import { isRecord } from '../../platform/records.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { DraftConflict, DraftStatus } from '../builder/DraftStatus.tsx';
import { EditingNotice } from '../builder/EditingNotice.tsx';
import { QuizDetailsForm } from '../builder/QuizDetailsForm.tsx';
import classes from './QuizDetailsPage.module.css';
import type { OpenDraft } from '../drafts/use-quiz-draft.ts';
import { useDraftState, WithQuizDraft } from '../drafts/WithQuizDraft.tsx';

const HEADING = 'Create Quiz';

export function QuizDetailsPage() {
  if (!useWrites()) {
    return (
      <Page heading={HEADING} width="reading">
        <NoClass />
      </Page>
    );
  }
  return (
    <WithQuizDraft heading={HEADING}>
      {(draft) => <Details key={draft.uniqueId} draft={draft} />}
    </WithQuizDraft>
  );
}

function Details({ draft }: { draft: OpenDraft }) {
  const state = useDraftState(draft);
  const isBegun = state.saving !== 'nothing-to-save';
  return (
    <Page
      heading={HEADING}
      width="reading"
      introduction="Enter the details first, then the questions. Your draft is saved automatically."
      action={<DraftStatus state={state} />}
    >
      <WhatHappened />
      {state.saving === 'changed-elsewhere' && <DraftConflict draft={draft} />}
      <EditingNotice draft={draft} saving={state.saving} />
      <QuizDetailsForm draft={draft} content={state.content} />
      {isBegun && draft.addressed === null && <StartOver draft={draft} />}
    </Page>
  );
}

/** Why the builder returned here, or that the test was created. */
function WhatHappened() {
  const { state } = useLocation();
  const { alert, created } = isRecord(state) ? state : {};
  if (typeof alert === 'string') {
    return (
      <Paper withBorder role="alert" className={classes.happened} data-tone="bad">
        <IconAlertTriangle size={20} aria-hidden />
        <Text>{alert}</Text>
      </Paper>
    );
  }
  if (typeof created !== 'string') return null;
  return (
    <Paper withBorder className={classes.happened} data-tone="good">
      <IconCircleCheck size={20} aria-hidden />
      <Text>
        The test {created} is published.{' '}
        <Anchor component={Link} to="/admin/dashboard/quizview" underline="always">
          View Quizzes
        </Anchor>{' '}
        shows it.
      </Text>
    </Paper>
  );
}

function StartOver({ draft }: { draft: OpenDraft }) {
  async function begin(): Promise<void> {
    if (await draft.autosave.flush()) draft.leave();
  }
  return (
    <Group mt="lg" gap="xs">
      <Button
        variant="subtle"
        leftSection={<IconFilePlus size={16} aria-hidden />}
        onClick={() => void begin()}
      >
        Start another test
      </Button>
      <Text size="sm" c="dimmed">
        This draft is kept under View Quizzes.
      </Text>
    </Group>
  );
}
