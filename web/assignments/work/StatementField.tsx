import { Input, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './AssignmentForm.module.css';

interface StatementFieldProps {
  text: string;
  error: string | null;
  onChange: (text: string) => void;
}

/** The question in Markdown, with a preview. */
export function StatementField({ text, error, onChange }: StatementFieldProps) {
  const [shows, setShows] = useState('write');
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Editor mode"
        style={{ alignSelf: 'start' }}
        value={shows}
        data={[
          { value: 'write', label: 'Write' },
          { value: 'preview', label: 'Preview' },
        ]}
        onChange={setShows}
      />
      {shows === 'write' ? (
        <Textarea
          label="Question text"
          description="Markdown: # heading, **bold**, ``` code ```, $x^2$ for maths, tables. A code block that begins with ```python step 3 4 can be stepped through, with the input 3 4."
          autosize
          minRows={10}
          maxRows={30}
          value={text}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <div className={classes.preview}>
          {text.trim() === '' ? (
            <Text c="dimmed">Nothing to preview yet.</Text>
          ) : (
            <Markdown text={text} topHeadingLevel={2} />
          )}
        </div>
      )}
      {shows === 'preview' && error !== null && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
