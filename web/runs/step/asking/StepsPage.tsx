import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSteps, getStepsOfStudent, type Steps } from '@vlabs/contract/runs/steps';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call, CallError } from '../../../platform/calls/call.ts';
import { useSession } from '../../../platform/calls/session.ts';
import { Moment } from '../../../ui/dates/Moment.tsx';
import { NotFoundPage } from '../../../ui/frame/NotFoundPage.tsx';
import { PageHeading } from '../../../ui/frame/PageHeading.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { unpackTrace } from '../load-trace.ts';
import { sourcesOf } from '../sources-of.ts';
import { StepView } from '../StepView.tsx';
import { AskAboutStep } from './AskAboutStep.tsx';
import classes from './StepsPage.module.css';

/** A traced run of a student, at the step about which they ask. */
export function StepsPage() {
  const { rollNumber = '', token = '' } = useParams();
  const { user } = useSession();
  const isOwn = user?.id === rollNumber;
  const query = useQuery({
    queryKey: ['steps', rollNumber, token, isOwn],
    queryFn: async ({ signal }) => {
      const { data } = isOwn
        ? await call(getSteps, { params: { token } }, { signal })
        : await call(getStepsOfStudent, { params: { rollNumber, token } }, { signal });
      return { ...data, replayed: await unpackTrace(data.trace) };
    },
    staleTime: Infinity,
    // What did not change from step to step is told by identity.
    structuralSharing: false,
  });
  if (query.error instanceof CallError && [400, 403, 404].includes(query.error.status))
    return <NotFoundPage />;
  return (
    <div className={classes.page}>
      <Loaded query={query} failure="The steps could not be loaded.">
        {(steps) => <SharedSteps steps={steps} token={token} isOwn={isOwn} />}
      </Loaded>
    </div>
  );
}

interface SharedStepsProps {
  steps: Steps & { replayed: Awaited<ReturnType<typeof unpackTrace>> };
  token: string;
  isOwn: boolean;
}

function SharedSteps({ steps, token, isOwn }: SharedStepsProps) {
  const { replayed, question, stdin, rollNumber, createdAt } = steps;
  const [main, ...files] = steps.files;
  const asked = Math.max(0, Math.min(question?.step ?? 1, replayed.snapshots.length) - 1);
  const [at, setAt] = useState(asked);
  const navigate = useNavigate();
  const heading = isOwn ? 'Your program, step by step' : `Question of ${rollNumber}`;
  return (
    <>
      <div className={classes.top}>
        <PageHeading>{heading}</PageHeading>
        <Text c="dimmed" size="sm">
          Run at <Moment at={createdAt} />
        </Text>
        {question && (
          <blockquote className={classes.question}>
            <p>{question.text}</p>
            <footer>About step {question.step}</footer>
          </blockquote>
        )}
      </div>
      <StepView
        trace={replayed}
        sources={sourcesOf(replayed, { main: main?.text ?? '', files })}
        input={stdin}
        isOutdated={false}
        onMoreInput={null}
        onClose={() =>
          void navigate(isOwn ? '/Workspace' : `/admin/dashboard/students/${rollNumber}`)
        }
        closeLabel={isOwn ? 'Open the Workspace' : 'Open the student'}
        initialStep={asked}
        onStep={setAt}
        actions={isOwn && <AskAboutStep token={token} step={at + 1} />}
      />
    </>
  );
}
