import type { AssignmentStatement } from '@vlabs/contract/assignments/assignments';
import { Anchor, Box, Button, Title } from '@mantine/core';
import IconTestPipe from '~icons/test-pipe';
import { type LanguageId, findLanguage } from '@vlabs/contract/runs/languages';
import { useEffect, useMemo } from 'react';
import { VisibleTestCases } from '../assignments/hand-in/VisibleTestCases.tsx';
import { statementBody } from '../assignments/parts/statement-body.ts';
import { type ListedTestCase, useTestCases } from '../assignments/parts/use-test-cases.ts';
import { CallError } from '../platform/calls/call.ts';
import { Markdown } from '../ui/text/Markdown.tsx';
import { Moment } from '../ui/dates/Moment.tsx';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import { LONGEST_INPUT_NAME, type NamedInput } from '../runs/inputs/inputs.ts';
import { NoProblem } from './NoProblem.tsx';
import { Pane } from '../runs/layout/Pane.tsx';
import classes from '../runs/layout/Pane.module.css';
import { findSamples } from '../runs/inputs/samples.ts';
import { useAssignment } from '../programs/use-assignment.ts';

export interface AssignmentProblemProps {
  assignment: string;
  /** Called with the language that the assignment requires. */
  onLanguage: (languageId: LanguageId) => void;
  onTakeSamples: (samples: readonly NamedInput[]) => void;
}

/** The statement of the open assignment, with a button that copies its samples. */
export function AssignmentProblem(props: AssignmentProblemProps) {
  const { assignment, onLanguage, onTakeSamples } = props;
  const query = useAssignment(assignment);
  const language = findLanguage(query.data?.language ?? 0);
  useEffect(() => {
    if (language) onLanguage(language.id);
  }, [language, onLanguage]);
  const tests = useTestCases(assignment).data?.tests;
  const samples = useMemo(() => findSamples(query.data?.text ?? ''), [query.data]);
  const toTake = useMemo(() => [...samples, ...(tests ?? []).map(inputOfTest)], [samples, tests]);
  return (
    <Pane
      heading="Problem Statement"
      actions={
        toTake.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTestPipe size={16} aria-hidden />}
            title="Adds every sample and visible test case to your inputs"
            onClick={() => onTakeSamples(toTake)}
          >
            {describeCopy(samples.length, tests?.length ?? 0)}
          </Button>
        )
      }
    >
      {query.data && <Statement statement={query.data} />}
      {!query.data && isUnknown(query.error) && (
        <NoProblem>You can’t open this problem. It may have been withdrawn.</NoProblem>
      )}
      {!query.data && !isUnknown(query.error) && (
        <div className={classes.statement}>
          <Loaded
            query={query}
            waiting={<LinesSkeleton lines={6} />}
            failure="The problem could not be loaded."
          />
        </div>
      )}
    </Pane>
  );
}

const inputOfTest = ({ number, name, input, expectedOutput }: ListedTestCase): NamedInput => ({
  name: (name === '' ? `Test case ${number}` : `Test case ${number}: ${name}`).slice(
    0,
    LONGEST_INPUT_NAME,
  ),
  stdin: input,
  expectedOutput,
});

function describeCopy(samples: number, tests: number): string {
  const ofSamples = samples === 1 ? 'the sample' : `${samples} samples`;
  const ofTests = tests === 1 ? 'the test case' : `${tests} test cases`;
  if (samples === 0) return `Copy ${ofTests}`;
  return tests === 0 ? `Copy ${ofSamples}` : `Copy ${ofSamples} and ${ofTests}`;
}

function isUnknown(error: Error | null): boolean {
  if (!(error instanceof CallError) || error.isTemporary) return false;
  return error.status !== 401 && error.code !== 'guest';
}

function Statement({ statement }: { statement: AssignmentStatement }) {
  const { id, title, dueAt, filename, path } = statement;
  const text = statementBody(statement);
  return (
    <Box
      component="section"
      className={classes.statement ?? ''}
      aria-label="Statement"
      tabIndex={0}
    >
      <Title order={3} className={classes.title ?? ''}>
        {title}
      </Title>
      {dueAt !== null && (
        <p className={classes.due}>
          Due <Moment at={dueAt} />
        </p>
      )}
      {path !== '' && (
        <p className={classes.due}>
          <Anchor href={path} download={filename} inherit underline="always">
            Download {filename}
          </Anchor>
        </p>
      )}
      {text !== '' && <Markdown text={text} topHeadingLevel={4} />}
      <VisibleTestCases assignment={id} />
    </Box>
  );
}
