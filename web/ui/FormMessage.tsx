import { Paper, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import classes from './FormMessage.module.css';

/** The message of a refused form. Screen readers announce the toast instead. */
export function FormMessage({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Paper withBorder className={classes.message}>
      <IconAlertTriangle size={18} aria-hidden />
      <Text size="sm">{message}</Text>
    </Paper>
  );
}
