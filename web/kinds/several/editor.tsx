import { NativeSelect, Stack } from '@mantine/core';
import { OptionsEditor, RightOptions } from '../parts/OptionsEditor.tsx';
import type { OptionsBody } from '@vlabs/contract/kinds/options';
import { SEVERAL_RULES, type SeveralRule } from '@vlabs/contract/kinds/scoring/choices';
import type { EditorProps, KeyProps } from '../parts/view.tsx';
import type { SeveralKey } from '@vlabs/contract/kinds/several/several';

const rules: Record<SeveralRule, string> = {
  all_or_nothing: 'All or nothing',
  plus_minus: 'Points for each correct choice, minus the same for each wrong one, at least 0',
  per_option: 'Points for each option decided correctly, minus points for each other',
  jee_advanced: 'A quarter for each correct choice if none is wrong; a wrong one costs half (JEE)',
};

/** Options with any number of correct ones, and the rule for partial answers. */
export function SeveralEditor(props: EditorProps<OptionsBody, SeveralKey>) {
  return (
    <Stack gap="md">
      <OptionsEditor by="checkbox" {...props} />
      <Rule {...props} />
    </Stack>
  );
}

export function SeveralKeyFields(props: KeyProps<OptionsBody, SeveralKey>) {
  return (
    <Stack gap="md">
      <RightOptions {...props} />
      <Rule {...props} />
    </Stack>
  );
}

function Rule({ answerKey, onKey }: KeyProps<OptionsBody, SeveralKey>) {
  return (
    <NativeSelect
      label="Points for a part of the answer"
      value={answerKey.rule}
      data={SEVERAL_RULES.map((value) => ({ value, label: rules[value] }))}
      onChange={({ currentTarget: { value } }) => {
        const rule = SEVERAL_RULES.find((one) => one === value);
        if (rule) onKey({ ...answerKey, rule });
      }}
    />
  );
}
