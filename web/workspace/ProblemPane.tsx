import { lazy, Suspense } from 'react';
import type { AssignmentProblemProps } from './AssignmentProblem.tsx';
import { NoProblem } from './NoProblem.tsx';
import { Pane } from '../runs/layout/Pane.tsx';

const AssignmentProblem = lazy(async () => ({
  default: (await import('./AssignmentProblem.tsx')).AssignmentProblem,
}));

/** Shows the statement of the open assignment, if any. */
export function ProblemPane(props: AssignmentProblemProps) {
  const { assignment } = props;
  if (assignment === '') {
    return (
      <Pane heading="Problem Statement">
        <NoProblem>No problem is open.</NoProblem>
      </Pane>
    );
  }
  return (
    <Suspense fallback={<Pane heading="Problem Statement">{null}</Pane>}>
      <AssignmentProblem {...props} />
    </Suspense>
  );
}
