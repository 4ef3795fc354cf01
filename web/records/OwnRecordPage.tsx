import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import IconNotebook from '~icons/notebook';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  MAX_ALGORITHM,
  MAX_INPUT,
  type OwnExperiment,
  type OwnRecord,
  getOwnRecord,
  printOwnRecord,
  saveOwnTexts,
} from '@vlabs/contract/records/records';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import { PageOfClass } from '../ui/frame/PageOfClass.tsx';
import { Empty } from '../ui/states.tsx';
import { toastSuccess } from '../ui/toast.ts';

/** A student's own lab record: its experiments, and the document. */
export function OwnRecordPage() {
  const { classId = '' } = useParams();
  return (
    <PageOfClass
      heading="Lab record"
      width="reading"
      query={useQuery(queryOf(getOwnRecord, { params: { classId } }))}
      failure="Your lab record could not be loaded."
      introduction={({ className, subject }) => `${className}, ${subject}`}
      back={{ label: 'Dashboard', path: '/dashboard/user' }}
    >
      {(record) => <Experiments classId={classId} record={record} />}
    </PageOfClass>
  );
}

function Experiments({ classId, record }: { classId: string; record: OwnRecord }) {
  const { experiments, replacesHandwriting } = record;
  const [edited, setEdited] = useState<OwnExperiment | null>(null);
  if (experiments.length === 0) {
    return (
      <Empty icon={IconNotebook} title="No experiments yet">
        Your teacher chooses the experiments of the lab record. They will be listed here.
      </Empty>
    );
  }
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text>
          {replacesHandwriting
            ? 'Print this record, have it signed, and hand it in.'
            : 'This record is a copy. It does not replace your handwritten record.'}
        </Text>
        <DownloadButton
          isMain
          label="Download PDF"
          address={printOwnRecord.path.replace(':classId', classId)}
          failure="The record could not be printed."
        />
      </Group>
      {experiments.map((experiment, at) => (
        <Paper key={`${experiment.workId} ${experiment.question}`} withBorder p="md">
          <Group justify="space-between" gap="sm">
            <Title order={2} size="h4">
              {at + 1}. {experiment.title}
            </Title>
            <Text size="sm" {...(!experiment.isDone && { c: 'dimmed' })}>
              {experiment.isDone ? 'Done' : 'Not done'}
            </Text>
          </Group>
          <Group mt="xs" gap="md">
            <Text size="sm" c="dimmed">
              {experiment.algorithm === ''
                ? 'Algorithm of the statement'
                : 'Algorithm written by you'}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Edit algorithm and input of ${experiment.title}`}
              onClick={() => setEdited(experiment)}
            >
              Algorithm and input
            </Button>
          </Group>
        </Paper>
      ))}
      {edited && (
        <TextsDialog classId={classId} experiment={edited} onClose={() => setEdited(null)} />
      )}
    </Stack>
  );
}

interface TextsDialogProps {
  classId: string;
  experiment: OwnExperiment;
  onClose: () => void;
}

function TextsDialog({ classId, experiment, onClose }: TextsDialogProps) {
  const [algorithm, setAlgorithm] = useState(experiment.algorithm);
  const [input, setInput] = useState(experiment.input ?? '');
  const refresh = useRefresh(getOwnRecord);
  const { workId, question } = experiment;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(saveOwnTexts, {
        params: { classId },
        body: { workId, question, algorithm, input: input === '' ? null : input },
      }),
    onSuccess: async () => {
      await refresh();
      toastSuccess('Saved.');
      onClose();
    },
  });
  const isUnchanged = algorithm === experiment.algorithm && input === (experiment.input ?? '');
  return (
    // What was typed is not lost by a click outside.
    <Dialog title={experiment.title} size="wide" {...(isUnchanged && { onClose })}>
      <Stack gap="md">
        <Textarea
          label="Algorithm"
          description="In Markdown. Empty prints the algorithm of the statement, if it has one."
          autosize
          minRows={6}
          maxRows={20}
          maxLength={MAX_ALGORITHM}
          value={algorithm}
          onChange={(event) => setAlgorithm(event.currentTarget.value)}
        />
        <Textarea
          label="Input"
          description="For the run whose output is printed. Empty uses the sample of the work."
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_INPUT}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        {error && <FormMessage message={messageOf(error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            Save
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
