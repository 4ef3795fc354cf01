import { ActionIcon, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import type { FormField } from '@vlabs/contract/marks/arrangement';
import { type DraftProps, type DraftColumn, changeColumn, moveColumn } from './arrange-draft.ts';
import classes from './ArrangeDialog.module.css';

const fieldWords: Record<FormField, string> = {
  serial: 'Serial number',
  roll_number: 'Roll number',
  name: 'Name',
  section: 'Section',
  email: 'Email',
  works: 'Each test and assignment',
  groups: 'Points of each group',
  total: 'Total',
  percent: 'Percentage',
  words: 'Total in words',
  remark: 'Remarks',
};

const decimalChoices = [
  { value: '0', label: 'Whole numbers' },
  { value: '1', label: 'One decimal' },
  { value: '2', label: 'Two decimals' },
];

/** The columns of an export with their headings, and how values are written. */
export function ExportFields({ draft, errors, onChange }: DraftProps) {
  return (
    <Stack gap="lg">
      <Group gap="md" align="flex-start">
        <Select
          label="Round to"
          description="Half up, also on the page."
          allowDeselect={false}
          data={decimalChoices}
          value={draft.decimals}
          onChange={(value) => onChange({ ...draft, decimals: value ?? draft.decimals })}
        />
        <TextInput
          label="Absent"
          description="Written for who was absent."
          value={draft.absent}
          error={errors['form.absent']}
          onChange={(event) => onChange({ ...draft, absent: event.currentTarget.value })}
        />
        <TextInput
          label="Pass from, in per cent"
          description="For remarks. Empty: no pass or fail."
          inputMode="decimal"
          value={draft.passPercent}
          error={errors['form.passPercent']}
          onChange={(event) => onChange({ ...draft, passPercent: event.currentTarget.value })}
        />
      </Group>
      <div>
        <Text fw={600} mb="xs">
          Columns
        </Text>
        <ul className={classes.columns}>
          {draft.columns.map((column, place) => (
            <ColumnFields
              key={column.field}
              column={column}
              place={place}
              draft={draft}
              onChange={onChange}
            />
          ))}
        </ul>
      </div>
    </Stack>
  );
}

interface ColumnFieldsProps extends Pick<DraftProps, 'draft' | 'onChange'> {
  column: DraftColumn;
  place: number;
}

function ColumnFields({ column, place, draft, onChange }: ColumnFieldsProps) {
  const { field, header, isChosen } = column;
  const word = fieldWords[field];
  const hasOwnHeaders = field === 'works' || field === 'groups';
  const move = (by: -1 | 1) => onChange(moveColumn(draft, place, by));
  return (
    <li className={classes.column}>
      <ActionIcon
        variant="default"
        aria-label={`Move up: ${word}`}
        disabled={place === 0}
        onClick={() => move(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Move down: ${word}`}
        disabled={place === draft.columns.length - 1}
        onClick={() => move(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <Checkbox
        className={classes.choice ?? ''}
        label={word}
        checked={isChosen}
        onChange={(event) =>
          onChange(changeColumn(draft, place, { isChosen: event.currentTarget.checked }))
        }
      />
      {isChosen && !hasOwnHeaders && (
        <TextInput
          aria-label={`Heading of ${word}`}
          size="xs"
          value={header}
          onChange={(event) =>
            onChange(changeColumn(draft, place, { header: event.currentTarget.value }))
          }
        />
      )}
    </li>
  );
}
