import { Box, Text } from '@mantine/core';
import type { Replayed, Snapshot } from '@vlabs/contract/runs/trace/replay';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { Pane } from '../layout/Pane.tsx';
import paneClasses from '../layout/Pane.module.css';
import { printedAt, splitInput } from './printed-text.ts';
import classes from './PrintedPanes.module.css';

interface OutputPaneProps {
  output: Replayed['output'];
  snapshot: Snapshot;
  /** At the step before. */
  before: Snapshot | undefined;
}

/** What is printed so far. */
export const PrintedPane = memo(function PrintedPane(props: OutputPaneProps) {
  const { output, snapshot, before } = props;
  const box = useRef<HTMLPreElement>(null);
  const { parts, isCut } = printedAt(output, snapshot.output, before?.output ?? snapshot.output);
  useLayoutEffect(() => {
    if (snapshot.output > 0) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [snapshot.output]);
  return (
    <Pane heading="Output">
      {parts.length === 0 ? (
        <p className={paneClasses.quiet}>Nothing is printed yet</p>
      ) : (
        <Box
          component="pre"
          ref={box}
          className={classes.text ?? ''}
          tabIndex={0}
          aria-label="Printed so far"
        >
          {isCut && <i>Earlier output is not shown here.{'\n'}</i>}
          {parts.map(({ text, isError, isNew }, at) => (
            <span
              key={at}
              className={classes.part}
              data-error={isError || undefined}
              data-new={isNew || undefined}
            >
              {text}
            </span>
          ))}
        </Box>
      )}
    </Pane>
  );
});

interface ReadPaneProps {
  input: string;
  snapshot: Snapshot;
}

/** The input, with the part that is read. */
export const ReadPane = memo(function ReadPane({ input, snapshot }: ReadPaneProps) {
  const box = useRef<HTMLPreElement>(null);
  const encoded = useMemo(() => new TextEncoder().encode(input), [input]);
  const { read, unread, isCutBefore, isCutAfter } = splitInput(encoded, snapshot.input);
  useLayoutEffect(() => {
    if (snapshot.input > 0) showPlace(box.current);
  }, [snapshot.input]);
  return (
    <Pane
      heading="Input"
      note={
        input === ''
          ? undefined
          : unread === ''
            ? 'all read'
            : read === ''
              ? 'none read'
              : 'read up to ▸'
      }
    >
      {input === '' ? (
        <p className={paneClasses.quiet}>The program ran without input</p>
      ) : (
        <Box
          component="pre"
          ref={box}
          className={classes.text ?? ''}
          tabIndex={0}
          aria-label="Input"
        >
          {isCutBefore && '…'}
          <span className={classes.read}>{read}</span>
          <span data-place className={classes.place} aria-hidden>
            ▸
          </span>
          {unread}
          {isCutAfter && '…'}
        </Box>
      )}
      {snapshot.asksForMore && (
        <Text size="xs" className={classes.asks ?? ''}>
          The program asks for more input.
        </Text>
      )}
    </Pane>
  );
});

/** Scrolls to the place up to which the input is read. */
function showPlace(box: HTMLElement | null): void {
  const place = box?.querySelector<HTMLElement>('[data-place]');
  if (!box || !place) return;
  box.scrollTo({ top: place.offsetTop - box.offsetTop - box.clientHeight / 2 });
}
