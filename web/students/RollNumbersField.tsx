import { Button, TagsInput } from '@mantine/core';
import type { Audience } from '@vlabs/contract/students/audience';

interface RollNumbersFieldProps {
  audience: Audience;
  /** Unknown roll numbers. */
  unknown: string[];
  onChange: (audience: Audience) => void;
}

/** Typed or pasted roll numbers; reports unknown ones. */
export function RollNumbersField({ audience, unknown, onChange }: RollNumbersFieldProps) {
  return (
    <>
      <TagsInput
        label="Roll numbers"
        description="Separate them with spaces, commas or line breaks."
        splitChars={[',', ';', ' ', '\n', '\t']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Clear roll numbers' }}
        value={audience.rollNumbers}
        onChange={(typed) => onChange({ ...audience, rollNumbers: toRollNumbers(typed) })}
        error={
          unknown.length > 0 &&
          `${unknown.join(', ')}: no student has ${unknown.length === 1 ? 'this roll number' : 'these roll numbers'} yet.`
        }
      />
      {unknown.length > 0 && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          onClick={() =>
            onChange({
              ...audience,
              rollNumbers: audience.rollNumbers.filter((id) => !unknown.includes(id)),
            })
          }
        >
          Remove unknown roll numbers
        </Button>
      )}
    </>
  );
}

function toRollNumbers(typed: string[]): string[] {
  return [...new Set(typed.flatMap((text) => text.toLowerCase().split(/[\s,;]+/)))].filter(Boolean);
}
