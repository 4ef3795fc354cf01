import { Button, Checkbox, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { MAX_GROUPS, type WorkKind } from '@vlabs/contract/marks/arrangement';
import {
  type DraftProps,
  type DraftGroup,
  addGroup,
  changeGroup,
  removeGroup,
  setTaker,
} from './arrange-draft.ts';

const rules = [
  { value: 'all', label: 'All count' },
  { value: 'best', label: 'The best count' },
  { value: 'but_lowest', label: 'The lowest are dropped' },
];
const readWhich = (value: string | null): DraftGroup['which'] =>
  value === 'best' || value === 'but_lowest' ? value : 'all';

const kinds: { kind: WorkKind; label: string }[] = [
  { kind: 'quiz', label: 'Takes all other tests' },
  { kind: 'assignment', label: 'Takes all other assignments' },
];

/** Of the weights that are numbers. */
function sumOfWeights(groups: readonly DraftGroup[]): number {
  const sum = groups.reduce((all, { weight }) => all + (Number(weight) || 0), 0);
  return Math.round(sum * 100) / 100;
}

/** The groups with their weights and rules. */
export function GroupFields({ draft, errors, onChange }: DraftProps) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Within a group, the marks that count are added and divided by their maximum. Together the
        groups give {sumOfWeights(draft.groups)} points.
      </Text>
      {draft.groups.map((group, number) => (
        <OneGroup
          key={group.key}
          group={group}
          number={number}
          draft={draft}
          errors={errors}
          onChange={onChange}
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={draft.groups.length >= MAX_GROUPS}
          onClick={() => onChange(addGroup(draft))}
        >
          Add group
        </Button>
      </Group>
    </Stack>
  );
}

interface OneGroupProps extends Omit<DraftProps, 'sheet'> {
  group: DraftGroup;
  number: number;
}

function OneGroup({ group, number, draft, errors, onChange }: OneGroupProps) {
  const change = (changed: Partial<DraftGroup>) => onChange(changeGroup(draft, number, changed));
  const errorOf = (field: string) => errors[`groups.${number}.${field}`];
  const { name, weight, which, count, takes } = group;
  return (
    <Fieldset legend={name === '' ? `Group ${number + 1}` : name}>
      <Group gap="md" align="flex-start">
        <TextInput
          label="Name"
          flex="1 1 10rem"
          value={name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Weight in points"
          inputMode="decimal"
          w="8.5rem"
          value={weight}
          error={errorOf('weight')}
          onChange={(event) => change({ weight: event.currentTarget.value })}
        />
        <Select
          label="Which count"
          flex="1 1 11rem"
          allowDeselect={false}
          data={rules}
          value={which}
          onChange={(value) => change({ which: readWhich(value) })}
        />
        {which !== 'all' && (
          <TextInput
            label="How many"
            inputMode="numeric"
            w="6.5rem"
            value={count}
            error={errorOf('rule.count')}
            onChange={(event) => change({ count: event.currentTarget.value })}
          />
        )}
      </Group>
      <Group gap="lg" mt="sm">
        {kinds.map(({ kind, label }) => (
          <Checkbox
            key={kind}
            label={label}
            checked={takes.includes(kind)}
            onChange={(event) =>
              onChange(setTaker(draft, kind, event.currentTarget.checked ? number : null))
            }
          />
        ))}
        <Button
          variant="subtle"
          color="red"
          ml="auto"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onChange(removeGroup(draft, number))}
        >
          Remove group
        </Button>
      </Group>
    </Fieldset>
  );
}
