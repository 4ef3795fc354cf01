import { Paper, SegmentedControl, Stack, Text, Button, Textarea } from '@mantine/core';
import type { AssignmentStatement } from '@vlabs/contract/assignments/assignments';
import { useState } from 'react';
import { messageOf } from '../../platform/calls/call.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { LinesSkeleton, Loaded } from '../../ui/states.tsx';
import classes from '../AssignmentPage.module.css';
import { FilesHandIn } from './FilesHandIn.tsx';
import { useHandIns } from '../parts/use-assignments.ts';
import { useHandIn } from './use-hand-in.ts';
import { useMinute } from '../../ui/dates/use-minute.ts';
import { VersionList } from './VersionList.tsx';
import { WorkspaceHandIn } from './WorkspaceHandIn.tsx';
import IconSend from '~icons/send';

interface HandInPanelProps {
  statement: AssignmentStatement;
  studentId: string;
}

type Way = 'program' | 'files' | 'text';

/** A student's hand-ins and the form to hand in. */
export function HandInPanel({ statement, studentId }: HandInPanelProps) {
  const { id, dueAt, maxMarks } = statement;
  const query = useHandIns(id, studentId);
  const [way, setWay] = useState<Way>('program');
  const handIn = useHandIn(id);
  const now = useMinute();
  const isPast = dueAt !== null && new Date(dueAt).getTime() < now;
  const hasHandedIn = query.data !== undefined && query.data.versions.length > 0;
  const parts = {
    program: <WorkspaceHandIn statement={statement} handIn={handIn} />,
    files: <FilesHandIn handIn={handIn} />,
    text: <TextHandIn handIn={handIn} />,
  };
  return (
    <Stack gap="md">
      <Paper withBorder component="section" className={classes.panel ?? ''} aria-label="Hand in">
        <h2 className={classes.heading}>{hasHandedIn ? 'Hand in again' : 'Hand in'}</h2>
        {(hasHandedIn || isPast) && (
          <Text size="sm" c="dimmed">
            {isPast ? 'The due time has passed. Work that you hand in now is marked as late.' : ''}
            {hasHandedIn ? ' The last version counts. Earlier ones are kept.' : ''}
          </Text>
        )}
        <SegmentedControl
          fullWidth
          aria-label="Kind of hand-in"
          value={way}
          data={[
            { value: 'program', label: 'Program' },
            { value: 'files', label: 'Files' },
            { value: 'text', label: 'Text' },
          ]}
          onChange={(value) => setWay(readWay(value))}
        />
        {parts[way]}
        <FormMessage message={handIn.error && messageOf(handIn.error)} />
      </Paper>
      <Loaded
        query={query}
        waiting={<LinesSkeleton lines={3} />}
        failure="Your hand-ins could not be loaded."
      >
        {({ versions }) =>
          versions.length > 0 && (
            <Paper
              withBorder
              component="section"
              className={classes.panel ?? ''}
              aria-label="Handed in"
            >
              <h2 className={classes.heading}>Your hand-ins</h2>
              <VersionList
                versions={versions}
                maxMarks={maxMarks}
                of={{ assignmentId: id, studentId }}
              />
            </Paper>
          )
        }
      </Loaded>
    </Stack>
  );
}

function readWay(value: string): Way {
  return value === 'files' || value === 'text' ? value : 'program';
}

/** An answer typed here. It is kept if the server refuses it. */
function TextHandIn({ handIn }: { handIn: ReturnType<typeof useHandIn> }) {
  const [text, setText] = useState('');
  return (
    <>
      <Textarea
        label="Your answer"
        description="Supports Markdown, code and maths"
        autosize
        minRows={5}
        maxRows={18}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={text.trim() === ''}
        loading={handIn.isPending}
        onClick={() => handIn.mutate({ kind: 'text', text }, { onSuccess: () => setText('') })}
      >
        Hand in the text
      </Button>
    </>
  );
}
