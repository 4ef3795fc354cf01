import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { Rows } from '../parts/Rows.tsx';
import type { KeyProps } from '../parts/view.tsx';
import { MAX_KEYS, type ShortTextKey } from '@vlabs/contract/kinds/short-text/short-text';

const BLANK = { text: '', worth: '100' };

/** The correct answers, in order, and how they are compared. */
export function ShortTextKeyFields(props: KeyProps<unknown, ShortTextKey>) {
  const { answerKey, mistakes, onKey } = props;
  const { answers } = answerKey;
  return (
    <Stack gap="md">
      <Rows
        legend="Answers"
        one="answer"
        rows={answers}
        fewest={1}
        most={MAX_KEYS}
        blank={BLANK}
        mistake={mistakes['Key.answers']}
        onChange={(changed) => onKey({ ...answerKey, answers: changed })}
      >
        {({ text, worth }, at, change) => (
          <>
            <TextInput
              label={`Answer ${at + 1}`}
              name={`Key.answers.${at}.text`}
              required
              value={text}
              error={mistakes[`Key.answers.${at}.text`]}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            />
            <TextInput
              label="Per cent of the points"
              name={`Key.answers.${at}.worth`}
              value={worth}
              error={mistakes[`Key.answers.${at}.worth`]}
              onChange={({ currentTarget }) => change({ worth: currentTarget.value })}
            />
          </>
        )}
      </Rows>
      <Text size="sm" c="dimmed">
        The first matching answer counts. <code>*</code> matches any text.
      </Text>
      <Checkbox
        label="Capital and small letters are the same"
        checked={answerKey.ignoresCase}
        onChange={({ currentTarget }) =>
          onKey({ ...answerKey, ignoresCase: currentTarget.checked })
        }
      />
      <Checkbox
        label="Several spaces count as one"
        checked={answerKey.foldsSpaces}
        onChange={({ currentTarget }) =>
          onKey({ ...answerKey, foldsSpaces: currentTarget.checked })
        }
      />
    </Stack>
  );
}
