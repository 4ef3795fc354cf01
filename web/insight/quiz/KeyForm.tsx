import {
  Button,
  Checkbox,
  Radio,
  Stack,
  Text,
  TextInput,
  Group,
  Paper,
  Progress,
} from '@mantine/core';
import IconKey from '~icons/key';
import type { Item } from '@vlabs/contract/insight/insight';
import { type Key, type KeyPreview, Marking } from '@vlabs/contract/insight/key-corrections';
import { OPTION_NUMBERS, type OptionNumber } from '@vlabs/contract/quizzes/questions';
import { KIND_OF_FOUR, keyOfFour, rightOfFour } from '@vlabs/contract/kinds/four-options';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { views } from '../../kinds/views.tsx';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../platform/calls/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './KeyForm.module.css';
import { KeyEffect } from './KeyEffect.tsx';
import { useCorrectKey, useKeyPreview, useJudgeByKey } from './use-key-correction.ts';
import { PartSkeleton } from '../../ui/states.tsx';
import IconPlayerPlay from '~icons/player-play';
import { percentOf } from '../../ui/progress/show-part.ts';

const ways: { value: Marking; label: string; description: string }[] = [
  {
    value: 'by_key',
    label: 'By its key',
    description: 'Every student with a correct answer gets the score.',
  },
  {
    value: 'everyone',
    label: 'Everyone gets the score',
    description: 'Including students without an answer.',
  },
  {
    value: 'left_out',
    label: 'Does not count',
    description: 'The question is excluded, and the total score is reduced.',
  },
];

/** The current key, the new key, and its effect. */
export function KeyForm({ uniqueId, item }: { uniqueId: string; item: Item }) {
  const [marking, setMarking] = useState<Marking>(item.marking);
  const [typed, setTyped] = useState(item.key);
  const [reason, setReason] = useState('');
  const [neverLower, setNeverLower] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const key = marking === 'by_key' ? typed : item.key;
  const chosen = writeKey(item, marking, key);
  const isOther = JSON.stringify(chosen) !== JSON.stringify(writeKey(item, item.marking, item.key));
  const mistakes = listKeyMistakes(item, key);
  const isWhole = Object.keys(mistakes).length === 0;
  const question = { uniqueId, number: item.number };
  const correction = { key: chosen, neverLower };
  const preview = useKeyPreview(question, correction, isOther && isWhole);
  const { correct, isPending, fields } = useCorrectKey(question, () =>
    navigate(`/admin/dashboard/performance?quiz=${uniqueId}`),
  );
  const effect = isOther && isWhole ? preview.data : undefined;
  const isCurrent = effect !== undefined && !preview.isPlaceholderData && !preview.isError;
  const canApply = isCurrent && effect.toJudge === 0 && reason.trim() !== '';

  function apply(): void {
    if (!effect) return;
    setAsking(false);
    correct({ ...correction, keyVersion: effect.keyVersion, reason });
  }

  return (
    <Stack gap="lg">
      <Markdown text={item.title} topHeadingLevel={2} />
      <Radio.Group
        label="How does this question count?"
        value={marking}
        onChange={(value) => setMarking(Marking.parse(value))}
      >
        <Stack gap="xs" mt="xs">
          {ways.map((way) => (
            <Radio key={way.value} {...way} />
          ))}
        </Stack>
      </Radio.Group>
      {marking === 'by_key' && (
        <KeyFields item={item} answerKey={typed} mistakes={mistakes} onKey={setTyped} />
      )}
      {!isOther && <Text c="dimmed">Choose how the question counts to see the effect.</Text>}
      {isOther && preview.isError && <FormMessage message={messageOf(preview.error)} />}
      {effect && effect.toJudge > 0 && !preview.isError && (
        <ProgramsToJudge question={question} answerKey={chosen} effect={effect} />
      )}
      {effect?.toJudge === 0 && !preview.isError && (
        <KeyEffect effect={effect} isOld={preview.isPlaceholderData} />
      )}
      {(neverLower || isAnyLowered(effect)) && (
        <Checkbox
          label="Never lower a score"
          description="Students whose score would fall keep it."
          checked={neverLower}
          onChange={({ currentTarget }) => setNeverLower(currentTarget.checked)}
        />
      )}
      <TextInput
        label="Reason"
        description="Shown in the timeline of each changed attempt and in the audit log."
        required
        maxLength={500}
        value={reason}
        error={fields['reason']}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div>
        <Button
          leftSection={<IconKey size={16} aria-hidden />}
          disabled={!canApply}
          loading={isPending}
          onClick={() => setAsking(true)}
        >
          Apply the correction
        </Button>
      </div>
      {isAsking && effect && (
        <ConfirmDialog
          title={`Mark ${effect.submitted === 1 ? '1 attempt' : `${effect.submitted} attempts`} again?`}
          consequence={`${effect.changed.length === 1 ? '1 score changes' : `${effect.changed.length} scores change`}. Students see the new score once theirs is released. You can correct the key again later.`}
          confirmLabel="Apply"
          isBusy={isPending}
          onConfirm={apply}
          onCancel={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

const isAnyLowered = (effect: KeyPreview | undefined): boolean =>
  effect?.changed.some(({ before, after }) => before !== null && after < before) ?? false;

interface KeyFieldsProps {
  item: Item;
  answerKey: unknown;
  mistakes: Record<string, string>;
  onKey: (key: unknown) => void;
}

function KeyFields({ item, ...props }: KeyFieldsProps) {
  if (item.hasVariants) {
    return (
      <Text>
        Students got different variants of this question, so no single answer is correct for all.
        Give everyone the score, or exclude the question.
      </Text>
    );
  }
  if (item.kind === null) return <RightOfFour item={item} {...props} />;
  const { KeyFields: Fields } = views[item.kind];
  return (
    <Suspense fallback={<PartSkeleton height={160} />}>
      <Fields body={item.body} {...props} />
    </Suspense>
  );
}

/** For four options the key is just the set of correct ones. */
function RightOfFour({ item, answerKey, mistakes, onKey }: KeyFieldsProps) {
  return (
    <Checkbox.Group
      label="Options that count as correct"
      error={mistakes['Key.right'] && 'Choose at least one correct option.'}
      value={readRight(answerKey)}
      onChange={(values) => onKey(keyOfFour(values.map(Number)))}
    >
      <Stack gap="xs" mt="xs">
        {item.answers.map(({ name, label, count }) => (
          <Checkbox
            key={name}
            value={name ?? ''}
            classNames={{ label: classes.option ?? '' }}
            label={<Markdown text={label} isInline />}
            description={`Chosen by ${count}`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const readRight = (key: unknown): OptionNumber[] => {
  const right = rightOfFour(key);
  return OPTION_NUMBERS.filter((option) => right.includes(Number(option)));
};

/** The key as it is sent. */
const writeKey = ({ kind }: Item, marking: Marking, key: unknown): Key =>
  kind === null ? { marking, right: readRight(key) } : { marking, Key: key };

function listKeyMistakes({ kind, body }: Item, key: unknown): Record<string, string> {
  const mistakes = kindOf(kind ?? KIND_OF_FOUR)
    .listMistakes({ body, key })
    .filter(({ path }) => path.startsWith('Key'));
  return Object.fromEntries(mistakes.map(({ path, message }) => [path, message]));
}

interface ProgramsToJudgeProps {
  question: { uniqueId: string; number: number };
  answerKey: Key;
  effect: KeyPreview;
}

/** Submitted programs must be run on changed test cases before the effect is known. */
function ProgramsToJudge({ question, answerKey, effect }: ProgramsToJudgeProps) {
  const { mutate, isPending, isSuccess } = useJudgeByKey(question);
  const { toJudge, submitted } = effect;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Programs to run">
      <Group justify="space-between" gap="sm">
        <Text size="sm" component="output">
          {toJudge === 1
            ? 'The program of 1 attempt must be run on the changed test cases'
            : `The programs of ${toJudge} attempts must be run on the changed test cases`}{' '}
          before you see the effect. No score changes meanwhile.
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          disabled={isSuccess}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => mutate(answerKey)}
        >
          {isSuccess ? 'Running' : 'Run the programs'}
        </Button>
      </Group>
      {isSuccess && (
        <Progress
          mt="xs"
          aria-label="Programs that were run"
          value={percentOf((submitted - toJudge) / submitted)}
        />
      )}
    </Paper>
  );
}
