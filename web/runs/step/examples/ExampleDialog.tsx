import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { findSteppedExample } from '@vlabs/contract/runs/steps';
import type { SteppedExample } from '@vlabs/contract/runs/trace/stepped-examples';
import { call, CallError } from '../../../platform/calls/call.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { unpackTrace } from '../load-trace.ts';
import { sourcesOf } from '../sources-of.ts';
import { StepView } from '../StepView.tsx';
import classes from './ExampleDialog.module.css';

/** How often a trace that is being made is asked for. */
const ASK_AGAIN_MS = 2000;

interface ExampleDialogProps {
  example: SteppedExample;
  onClose: () => void;
}

/** An example of a statement, step by step. */
export function ExampleDialog({ example, onClose }: ExampleDialogProps) {
  const query = useQuery({
    queryKey: ['stepped-example', example],
    queryFn: ({ signal }) => load(example, signal),
    refetchInterval: ({ state }) => (state.data?.isMade === false ? ASK_AGAIN_MS : false),
    // What did not change from step to step is told by identity.
    structuralSharing: false,
  });
  return (
    <Dialog title="Example" size="wide" onClose={onClose}>
      <Loaded query={query} failure="The steps could not be loaded.">
        {({ replayed, words, fault }) =>
          replayed ? (
            <div className={classes.view}>
              <StepView
                trace={replayed}
                sources={sourcesOf(replayed, { main: example.source, files: [] })}
                input={example.stdin}
                isOutdated={false}
                onMoreInput={null}
                onClose={onClose}
                closeLabel="Close"
              />
            </div>
          ) : (
            <Stack gap="md">
              <Text component="output">{words}</Text>
              {fault !== '' && (
                <Code block tabIndex={0} aria-label="Messages">
                  {fault}
                </Code>
              )}
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  Close
                </Button>
              </Group>
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  );
}

const NOT_SAVED = 'This example can be stepped through once its text is saved.';
const IN_THE_MAKING = 'The steps are being made. They appear here in a moment.';
const DID_NOT_START = 'This example did not start, so it has no steps.';

async function load(example: SteppedExample, signal: AbortSignal) {
  const none = { replayed: null, fault: '', isMade: true };
  try {
    const { data } = await call(findSteppedExample, { body: example }, { signal });
    const { trace, fault, isMade } = data;
    if (!isMade) return { ...none, words: IN_THE_MAKING, isMade };
    if (trace === null) return { ...none, words: DID_NOT_START, fault: fault ?? '' };
    return { ...none, replayed: await unpackTrace(trace), words: '' };
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return { ...none, words: NOT_SAVED };
    throw error;
  }
}
