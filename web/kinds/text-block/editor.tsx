import { Text } from '@mantine/core';

/** The text is the question's title. */
export function TextBlockEditor() {
  return (
    <Text size="sm" c="dimmed">
      Students read this text; there is nothing to answer, and it has no points.
    </Text>
  );
}
