import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Stack,
  Switch,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import { useMutation } from '@tanstack/react-query';
import {
  type ClassRecord,
  type Experiment,
  RecordSettings,
  getClassRecord,
  sameWork,
  saveClassRecord,
} from '@vlabs/contract/records/records';
import { useState } from 'react';
import { call, messageOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { FormMessage } from '../ui/FormMessage.tsx';
import { toastSuccess } from '../ui/toast.ts';
import classes from './RecordSettingsForm.module.css';

interface Props {
  classId: string;
  record: ClassRecord;
}

/** Which works are experiments and in which order, and who signs. */
export function RecordSettingsForm({ classId, record }: Props) {
  const { settings, choices, version, mayEdit } = record;
  const [experiments, setExperiments] = useState(settings.experiments);
  const [signatures, setSignatures] = useState(settings.signatures.join('\n'));
  const [replacesHandwriting, setReplaces] = useState(settings.replacesHandwriting);
  const refresh = useRefresh(getClassRecord);
  const typed = { experiments, replacesHandwriting, signatures: linesOf(signatures) };
  const read = RecordSettings.safeParse(typed);
  const saving = useMutation({
    mutationFn: (body: RecordSettings) =>
      call(saveClassRecord, { params: { classId }, body: { version, settings: body } }),
    onSuccess: async () => {
      await refresh();
      toastSuccess('Saved.');
    },
  });
  const message = read.error?.issues[0]?.message ?? (saving.error && messageOf(saving.error));
  return (
    <Stack gap="lg">
      <ExperimentList
        choices={choices}
        experiments={experiments}
        mayEdit={mayEdit}
        onChange={setExperiments}
      />
      <Textarea
        label="Signatures"
        description="The titles below the signature lines of the certificate, one a line."
        autosize
        minRows={2}
        maxRows={8}
        readOnly={!mayEdit}
        value={signatures}
        onChange={(event) => setSignatures(event.currentTarget.value)}
      />
      <Switch
        label="Students hand in this print instead of a handwritten record"
        description="If not, each record says that it is a copy."
        disabled={!mayEdit}
        checked={replacesHandwriting}
        onChange={(event) => setReplaces(event.currentTarget.checked)}
      />
      {message && <FormMessage message={message} />}
      {mayEdit && (
        <Group>
          <Button
            loading={saving.isPending}
            disabled={!read.success}
            onClick={() => read.success && saving.mutate(read.data)}
          >
            Save
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

interface ExperimentListProps {
  choices: ClassRecord['choices'];
  experiments: Experiment[];
  mayEdit: boolean;
  onChange: (experiments: Experiment[]) => void;
}

/** The chosen works in their order, then the others. */
function ExperimentList({ choices, experiments, mayEdit, onChange }: ExperimentListProps) {
  if (choices.length === 0) {
    return (
      <Text c="dimmed">
        Assignments of the class, and programs of its tests, can be experiments. There are none yet.
      </Text>
    );
  }
  const others = choices.filter((one) => !experiments.some((chosen) => sameWork(chosen, one)));
  const titleOf = (experiment: Experiment) =>
    choices.find((one) => sameWork(one, experiment))?.title ?? 'A work that was withdrawn';
  const move = (from: number, to: number) => {
    const moved = experiments[from];
    if (moved) onChange(experiments.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <fieldset className={classes.list}>
      <legend>
        <Text fw={500} size="sm" component="span">
          Experiments
        </Text>
      </legend>
      <Text size="sm" c="dimmed" mb="xs">
        The aim is the statement; text below a heading “Algorithm” is printed as the algorithm.
      </Text>
      <ol className={classes.rows}>
        {experiments.map((experiment, at) => {
          const title = titleOf(experiment);
          return (
            <li key={`${experiment.workId} ${experiment.question}`} className={classes.row}>
              <Checkbox
                checked
                disabled={!mayEdit}
                aria-label={title}
                onChange={() => onChange(experiments.toSpliced(at, 1))}
              />
              <Text span className={classes.number}>
                {at + 1}.
              </Text>
              <TextInput
                className={classes.title ?? ''}
                aria-label={`Title of experiment ${at + 1}`}
                placeholder={title}
                maxLength={200}
                readOnly={!mayEdit}
                value={experiment.title}
                onChange={({ currentTarget: { value } }) =>
                  onChange(experiments.with(at, { ...experiment, title: value }))
                }
              />
              {mayEdit && (
                <MoveButtons at={at} last={experiments.length - 1} title={title} onMove={move} />
              )}
            </li>
          );
        })}
      </ol>
      {mayEdit &&
        others.map((choice) => (
          <Checkbox
            key={`${choice.workId} ${choice.question}`}
            mt="xs"
            checked={false}
            label={choice.title}
            onChange={() => {
              const { workId, question } = choice;
              onChange([...experiments, { workId, question, title: '' }]);
            }}
          />
        ))}
    </fieldset>
  );
}

interface MoveButtonsProps {
  at: number;
  last: number;
  title: string;
  onMove: (from: number, to: number) => void;
}

const MoveButtons = ({ at, last, title, onMove }: MoveButtonsProps) => (
  <Group gap={4} wrap="nowrap">
    <ActionIcon
      variant="default"
      aria-label={`Move ${title} up`}
      disabled={at === 0}
      onClick={() => onMove(at, at - 1)}
    >
      <IconArrowUp size={16} aria-hidden />
    </ActionIcon>
    <ActionIcon
      variant="default"
      aria-label={`Move ${title} down`}
      disabled={at === last}
      onClick={() => onMove(at, at + 1)}
    >
      <IconArrowDown size={16} aria-hidden />
    </ActionIcon>
  </Group>
);
