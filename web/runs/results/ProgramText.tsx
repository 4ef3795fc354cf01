import { Code, Text } from '@mantine/core';
import { TablesOrText } from '../tables/TablesOrText.tsx';
import classes from './TestResults.module.css';

interface ProgramTextProps {
  label: string;
  text: string | null;
  /** It is an output of tables. */
  isOfTables?: boolean;
}

/** Program input or output with a label. */
export function ProgramText({ label, text, isOfTables = false }: ProgramTextProps) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <TablesOrText text={text ?? ''} isOfTables={isOfTables}>
        <Code block className={classes.text ?? ''} tabIndex={0}>
          {text === null || text === '' ? 'Nothing' : text}
        </Code>
      </TablesOrText>
    </div>
  );
}
