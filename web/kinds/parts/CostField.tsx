import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { USUAL_COSTS } from '@vlabs/contract/kinds/wrong-cost';

interface CostFieldProps {
  cost: string;
  mistake: string | undefined;
  onChange: (cost: string) => void;
}

const OWN = 'own';
const labels: Record<(typeof USUAL_COSTS)[number], string> = {
  '0': 'Nothing',
  '1/4': 'A quarter of the points',
  '1/3': 'A third of the points',
  guess: 'The average gain of guessing, so that guesses earn 0',
};

/** The points that a wrong answer costs. */
export function CostField({ cost, mistake, onChange }: CostFieldProps) {
  const usual = USUAL_COSTS.find((one) => one === cost);
  return (
    <Stack gap="xs">
      <NativeSelect
        label="A wrong answer costs"
        value={usual ?? OWN}
        data={[
          ...USUAL_COSTS.map((value) => ({ value, label: labels[value] })),
          { value: OWN, label: 'Custom fraction of the points' },
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value === OWN ? '' : value)}
      />
      {usual === undefined && (
        <TextInput
          label="Share of the points"
          name="Key.cost"
          placeholder="0.2"
          value={cost}
          error={mistake}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Stack>
  );
}
