import { Loader } from '@mantine/core';
import { requireLanguage } from '@vlabs/contract/runs/languages';
import { splitProgram } from '@vlabs/contract/runs/program-text';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../ui/frame/lazy-part.ts';
import { Loaded } from '../ui/states.tsx';
import { sourcesOf } from '../runs/step/sources-of.ts';
import type { Predicting } from '../runs/step/predicting/prediction.ts';
import classes from './StepArea.module.css';
import { loadStepView, type UseStep } from './use-step.ts';

const StepView = lazyPart(loadStepView);
const AskAboutStep = lazyPart(
  async () => (await import('../runs/step/asking/AskAboutStep.tsx')).AskAboutStep,
);

interface StepAreaProps {
  step: UseStep;
  /** The panes, which keep their state meanwhile. */
  children: ReactNode;
}

/** The panes, or in their place the program step by step. */
export function StepArea({ step, children }: StepAreaProps) {
  const { order, isShown } = step;
  return (
    <>
      {isShown && order && <Stepped step={step} order={order} />}
      <div className={classes.panes} hidden={isShown}>
        {children}
      </div>
    </>
  );
}

interface SteppedProps {
  step: UseStep;
  order: NonNullable<UseStep['order']>;
}

function Stepped({ step, order }: SteppedProps) {
  const { query, token, isOutdated, addInput, close } = step;
  const [at, setAt] = useState(0);
  // Another line of input makes another trace, but the viewer stays open.
  const [predicting, setPredicting] = useState<Predicting>();
  if (token === null) return <Waiting />;
  return (
    <Loaded query={query} waiting={<Waiting />} failure="The steps could not be loaded.">
      {(trace) =>
        trace && (
          <Suspense fallback={<Waiting />}>
            <StepView
              key={token}
              {...{ trace, isOutdated }}
              sources={sourcesOf(trace, partsOf(order))}
              input={order.trace.stdin}
              initialStep={order.trace.initialStep}
              onMoreInput={addInput}
              onClose={close}
              onStep={setAt}
              initialPredicting={predicting}
              onPredicting={setPredicting}
              actions={<AskAboutStep token={token} step={at + 1} />}
            />
          </Suspense>
        )
      }
    </Loaded>
  );
}

const partsOf = ({ source, languageId }: SteppedProps['order']) =>
  splitProgram(source, requireLanguage(languageId).sourceFile);

function Waiting() {
  return (
    <output className={classes.waiting}>
      <Loader size={16} aria-hidden /> Running the program step by step…
    </output>
  );
}
