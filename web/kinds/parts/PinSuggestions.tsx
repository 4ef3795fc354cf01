import { Button, Group, Text } from '@mantine/core';
import { refersToOthers } from '@vlabs/contract/kinds/options';

interface PinSuggestionsProps {
  options: readonly string[];
  /** Positions, from 1. */
  pinned: readonly number[];
  onPin: (place: number) => void;
  /** What else happens then. */
  consequence?: string;
}

/** Offers to keep options such as "All of the above" in their places. */
export function PinSuggestions({ options, pinned, onPin, consequence = '' }: PinSuggestionsProps) {
  return [...options.entries()].map(
    ([at, option]) =>
      refersToOthers(option) &&
      !pinned.includes(at + 1) && (
        <Group key={at} gap="xs">
          <Text size="sm">
            Option {at + 1} refers to the others. A test that shuffles options would move it.
            {consequence}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => onPin(at + 1)}>
            Keep option {at + 1} in its place
          </Button>
        </Group>
      ),
  );
}
