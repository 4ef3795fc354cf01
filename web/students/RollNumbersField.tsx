import { Button, TagsInput } from '@mantine/core';
import type { Audience } from '@vlabs/contract/people/audience';

interface RollNumbersFieldProps {
  audience: Audience;
  /** Roll numbers that nobody has. */
  unknown: string[];
  onChange: (audience: Audience) => void;
}

/** Roll numbers typed or pasted; those that nobody has are said. */
export function RollNumbersField({ audience, unknown, onChange }: RollNumbersFieldProps) {
  return (
    <>
      <TagsInput
        label="Roll numbers"
        description="Type or paste them, with spaces, commas or line breaks between."
        splitChars={[',', ';', ' ', '\n', '\t']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the roll numbers' }}
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
          Take unknown roll numbers out
        </Button>
      )}
    </>
  );
}

function toRollNumbers(typed: string[]): string[] {
  return [...new Set(typed.flatMap((text) => text.toLowerCase().split(/[\s,;]+/)))].filter(Boolean);
}
