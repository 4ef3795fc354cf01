import {
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  Paper,
  Radio,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import {
  type ColumnChoice,
  type ColumnMatch,
  FULL_NAME,
} from '@vlabs/contract/students/student-lists';
import { useState } from 'react';
import {
  NAMES,
  NEEDED,
  type NameIn,
  OTHERS,
  type Target,
  findUnchosen,
  nameInOf,
  withColumn,
  withNameIn,
} from './column-choice.ts';
import classes from './ColumnMatchForm.module.css';

interface ColumnMatchFormProps {
  choice: ColumnChoice;
  /** Why the file needs a column match; null if the columns are being changed. */
  reason: string | null;
  isBusy: boolean;
  onUse: (match: ColumnMatch) => void;
}

/** Matches the columns of another program's list, starting from a suggestion. */
export function ColumnMatchForm({ choice, reason, isBusy, onUse }: ColumnMatchFormProps) {
  const [match, setMatch] = useState(choice.match);
  const [nameIn, setNameIn] = useState<NameIn>(nameInOf(choice.match));
  const [isAsked, setIsAsked] = useState(false);
  const unchosen = findUnchosen(match, nameIn);
  const used = new Set(Object.values(match.read));

  const column = (target: Target) => (
    <ColumnSelect
      key={target}
      target={target}
      choice={choice}
      match={match}
      error={isAsked ? (unchosen.get(target) ?? null) : null}
      onChange={(heading) => setMatch(withColumn(match, target, heading))}
    />
  );
  function use(): void {
    setIsAsked(true);
    if (unchosen.size === 0) onUse(match);
  }

  return (
    <Paper withBorder p="md" component="section" aria-label="Columns of the file">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Match columns
          </Title>
          {reason !== null && <Text>{reason}</Text>}
          <Text size="sm" c="dimmed" maw="44rem">
            Or match the columns here. Only roll number, name and email address are required. Your
            choice is remembered for lists with the same headings.
          </Text>
        </div>
        <div className={classes.fields}>{NEEDED.map(column)}</div>
        <Radio.Group
          label="The name is in"
          value={nameIn}
          onChange={(value) => {
            const next = value === 'one' ? 'one' : 'two';
            setNameIn(next);
            setMatch(withNameIn(match, next));
          }}
        >
          <Group mt="xs">
            <Radio value="two" label="two columns" />
            <Radio value="one" label="one column" />
          </Group>
        </Radio.Group>
        <div className={classes.fields}>
          {nameIn === 'one' ? column(FULL_NAME) : NAMES.map(column)}
        </div>
        <fieldset className={classes.group}>
          <legend className={classes.legend}>Optional</legend>
          <div className={classes.fields}>
            {OTHERS.map(column)}
            <MultiSelect
              label="Other columns to keep"
              placeholder={match.kept.length === 0 ? 'None' : ''}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Keep no other columns' }}
              nothingFoundMessage="The file has no other column with this name."
              maxValues={50}
              limit={100}
              data={choice.headings.filter((heading) => !used.has(heading))}
              value={match.kept}
              onChange={(kept) => setMatch({ ...match, kept })}
            />
          </div>
        </fieldset>
        <Group>
          <Button loading={isBusy} onClick={use}>
            Use these columns
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface ColumnSelectProps {
  target: Target;
  choice: ColumnChoice;
  match: ColumnMatch;
  error: string | null;
  onChange: (heading: string) => void;
}

function ColumnSelect({ target, choice, match, error, onChange }: ColumnSelectProps) {
  const { headings, samples } = choice;
  const chosen = match.read[target] ?? '';
  const isNeeded = NEEDED.includes(target);
  const isBeforeAt = (heading: string) =>
    target === 'Roll no' && heading === match.read['Email ID'];
  const examples = samples[headings.indexOf(chosen)]?.map((text) =>
    isBeforeAt(chosen) ? text.split('@')[0] : text,
  );
  return (
    <NativeSelect
      label={target}
      withAsterisk={isNeeded || target === FULL_NAME || target === 'First Name'}
      description={examples && examples.length > 0 ? examples.join(' · ') : null}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ description: classes.examples ?? '' }}
      error={error}
      value={chosen}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: isNeeded ? 'Choose a column' : 'Not in this file' },
        ...headings.map((heading) => ({
          value: heading,
          label: isBeforeAt(heading) ? `${heading}, the part before the @` : heading,
        })),
      ]}
    />
  );
}
