import { Radio, Stack, TextInput } from '@mantine/core';
import { MomentInWords } from '../../ui/dates/MomentInWords.tsx';
import type { ShowChoice } from './show-choice.ts';

interface ShowToStudentsProps {
  choice: ShowChoice;
  /** Without `now`, the assignment is hidden. */
  offers: readonly ShowChoice['when'][];
  error: string | null;
  onChange: (choice: ShowChoice) => void;
}

const labels: Record<ShowChoice['when'], string> = {
  now: 'At once',
  at: 'At a time',
  not_yet: 'Not yet',
};

/** When students see the assignment. */
export function ShowToStudents({ choice, offers, error, onChange }: ShowToStudentsProps) {
  return (
    <>
      <Radio.Group
        label="Show to students"
        value={choice.when}
        onChange={(value) => {
          const when = offers.find((one) => one === value);
          if (when) onChange({ ...choice, when });
        }}
      >
        <Stack gap="xs" mt={4}>
          {offers.map((when) => (
            <Radio key={when} value={when} label={labels[when]} />
          ))}
        </Stack>
      </Radio.Group>
      {choice.when === 'at' && (
        <TextInput
          label="Shown from"
          type="datetime-local"
          description={<MomentInWords typed={choice.at} without="Indian Standard Time." />}
          value={choice.at}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...choice, at: currentTarget.value })}
        />
      )}
    </>
  );
}
