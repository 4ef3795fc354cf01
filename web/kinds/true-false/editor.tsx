import { Group, Radio, Stack } from '@mantine/core';
import { CostField } from '../parts/CostField.tsx';
import type { KeyProps } from '../parts/view.tsx';
import { LABELS, TRUTHS, type TrueFalseKey } from '@vlabs/contract/kinds/true-false/true-false';

/** The correct value, and the cost of the other. */
export function TrueFalseKeyFields(props: KeyProps<unknown, TrueFalseKey>) {
  const { answerKey, mistakes, onKey } = props;
  return (
    <Stack gap="md">
      <Radio.Group
        label="The statement is"
        name="Key.right"
        value={answerKey.right}
        error={mistakes['Key.right']}
        onChange={(value) => {
          const right = TRUTHS.find((one) => one === value);
          if (right) onKey({ ...answerKey, right });
        }}
      >
        <Group mt="xs">
          {TRUTHS.map((value) => (
            <Radio key={value} value={value} label={LABELS[value]} />
          ))}
        </Group>
      </Radio.Group>
      <CostField
        cost={answerKey.cost}
        mistake={mistakes['Key.cost']}
        onChange={(cost) => onKey({ ...answerKey, cost })}
      />
    </Stack>
  );
}
