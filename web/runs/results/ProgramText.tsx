import { Code, Text } from '@mantine/core';
import classes from './TestResults.module.css';

/** Program input or output with a label. */
export function ProgramText({ label, text }: { label: string; text: string | null }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Code block className={classes.text ?? ''} tabIndex={0}>
        {text === null || text === '' ? 'Nothing' : text}
      </Code>
    </div>
  );
}
