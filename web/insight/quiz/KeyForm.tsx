import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import IconKey from '~icons/key';
import type { Item } from '@vlabs/contract/insight';
import { type Key, Marking } from '@vlabs/contract/quizzes/key-corrections';
import { OPTION_NUMBERS, OptionNumber } from '@vlabs/contract/quizzes/questions';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../platform/calls/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './KeyForm.module.css';
import { KeyEffect } from './KeyEffect.tsx';
import { useCorrectKey, useKeyPreview } from './use-key-correction.ts';

const ways: { value: Marking; label: string; description: string }[] = [
  {
    value: 'by_key',
    label: 'By its key',
    description: 'Whoever chose an option that is right has the score.',
  },
  {
    value: 'everyone',
    label: 'Everyone has the score',
    description: 'Also those who answered nothing.',
  },
  {
    value: 'left_out',
    label: 'Left out',
    description: 'It counts for nobody, and the total score is lower by it.',
  },
];

/** The key as it is, what it should be, and what comes of that. */
export function KeyForm({ uniqueId, item }: { uniqueId: string; item: Item }) {
  const now: Key = {
    marking: item.marking,
    right: inOrder([item.correctAnswer, ...item.alsoRight]),
  };
  const [marking, setMarking] = useState<Marking>(now.marking);
  const [right, setRight] = useState<OptionNumber[]>(now.right);
  const [reason, setReason] = useState('');
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const chosen: Key = { marking, right: marking === 'by_key' ? right : now.right };
  const isOther = chosen.marking !== now.marking || chosen.right.join() !== now.right.join();
  const isWhole = chosen.right.length > 0;
  const question = { uniqueId, number: item.number };
  const preview = useKeyPreview(question, chosen, isOther && isWhole);
  const { correct, isPending, fields } = useCorrectKey(question, () =>
    navigate(`/admin/dashboard/performance?quiz=${uniqueId}`),
  );
  const effect = isOther && isWhole ? preview.data : undefined;
  const isCurrent = effect !== undefined && !preview.isPlaceholderData && !preview.isError;
  const canApply = isCurrent && reason.trim() !== '';

  function apply(): void {
    if (!effect) return;
    setAsking(false);
    correct({ key: chosen, keyVersion: effect.keyVersion, reason });
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
      {marking === 'by_key' && <RightOptions item={item} right={right} onChoose={setRight} />}
      {!isOther && <Text c="dimmed">Choose what should count to see what that changes.</Text>}
      {isOther && preview.isError && <FormMessage message={messageOf(preview.error)} />}
      {effect && !preview.isError && (
        <KeyEffect effect={effect} isOld={preview.isPlaceholderData} />
      )}
      <TextInput
        label="Reason"
        description="It stands in the timeline of each changed attempt and in the audit log."
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
          consequence={`${effect.changed.length === 1 ? '1 score changes' : `${effect.changed.length} scores change`}. Students see the new score where theirs is open. You can correct the key again later.`}
          confirmLabel="Apply"
          isBusy={isPending}
          onConfirm={apply}
          onCancel={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

interface RightOptionsProps {
  item: Item;
  right: OptionNumber[];
  onChoose: (right: OptionNumber[]) => void;
}

function RightOptions({ item, right, onChoose }: RightOptionsProps) {
  if (item.hasVariants) {
    return (
      <Text>
        Students were asked this question with different numbers, so no option is right for all of
        them. Give everyone the score, or leave the question out.
      </Text>
    );
  }
  return (
    <Checkbox.Group
      label="Options that count as right"
      error={right.length === 0 && 'Choose at least one option that is right.'}
      value={right}
      onChange={(values) => onChoose(inOrder(values.map((value) => OptionNumber.parse(value))))}
    >
      <Stack gap="xs" mt="xs">
        {OPTION_NUMBERS.map((option, place) => (
          <Checkbox
            key={option}
            value={option}
            classNames={{ label: classes.option ?? '' }}
            label={<Markdown text={item.options[place] ?? ''} isInline />}
            description={`Chosen by ${item.counts[option]}`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const inOrder = (options: readonly OptionNumber[]): OptionNumber[] =>
  OPTION_NUMBERS.filter((option) => options.includes(option));
