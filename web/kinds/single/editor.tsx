import { Stack } from '@mantine/core';
import { CostField } from '../parts/CostField.tsx';
import { OptionsEditor, RightOptions } from '../parts/OptionsEditor.tsx';
import type { OptionsBody } from '@vlabs/contract/kinds/options';
import type { EditorProps, KeyProps } from '../parts/view.tsx';
import type { SingleKey } from '@vlabs/contract/kinds/single/single';

/** The options with one correct, and the cost of a wrong answer. */
export function SingleEditor(props: EditorProps<OptionsBody, SingleKey>) {
  return (
    <Stack gap="md">
      <OptionsEditor by="radio" {...props} />
      <Cost {...props} />
    </Stack>
  );
}

export function SingleKeyFields(props: KeyProps<OptionsBody, SingleKey>) {
  return (
    <Stack gap="md">
      <RightOptions {...props} />
      <Cost {...props} />
    </Stack>
  );
}

function Cost({ answerKey, mistakes, onKey }: KeyProps<OptionsBody, SingleKey>) {
  return (
    <CostField
      cost={answerKey.cost}
      mistake={mistakes['Key.cost']}
      onChange={(cost) => onKey({ ...answerKey, cost })}
    />
  );
}
