import { Button, VisuallyHidden } from '@mantine/core';
import IconArrowLeft from '~icons/arrow-left';
import IconEyeQuestion from '~icons/eye-question';
import type { Replayed, Snapshot } from '@vlabs/contract/runs/trace/replay';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { Pane } from '../layout/Pane.tsx';
import paneClasses from '../layout/Pane.module.css';
import { Split } from '../layout/Split.tsx';
import { useIsPhone } from '../layout/use-room.ts';
import { CodeView } from './CodeView.tsx';
import { DownloadTrace } from './DownloadTrace.tsx';
import { sayEnd } from './words/end-words.ts';
import { boundSnapshot } from './state/bound-snapshot.ts';
import { placeObjects } from './state/placement.ts';
import { PrintedPane, ReadPane } from './PrintedPanes.tsx';
import {
  markOfVariable,
  ObjectsContext,
  StepScopeContext,
  type Target,
} from './state/step-scope.ts';
import { needsInput } from './needs-input.ts';
import { sayEvent, sayStep } from './words/step-words.ts';
import type { Marks } from './stepped-code.ts';
import type { StepState } from './moving/stepping.ts';
import { StepNotices } from './StepNotices.tsx';
import { StateTabs, StatePane } from './state/StatePane.tsx';
import classes from './StepView.module.css';
import { Transport } from './moving/Transport.tsx';
import { useStepKeys } from './moving/use-stepping.ts';
import type { Predicting } from './predicting/prediction.ts';
import { PredictionBar } from './predicting/PredictionBar.tsx';
import { usePrediction } from './predicting/use-prediction.ts';

export interface StepViewProps {
  trace: Replayed;
  /** The texts of the program's files by their names in the trace. */
  sources: ReadonlyMap<string, string>;
  /** What the program could read. */
  input: string;
  /** The program has changed since. */
  isOutdated: boolean;
  /** Adds a line to the input and traces again; null if nobody can. */
  onMoreInput: ((line: string) => void) | null;
  onClose: () => void;
  /** Of the button that closes; `Back to the program` by default. */
  closeLabel?: string;
  /** An index in the snapshots. */
  initialStep?: number | undefined;
  onStep?: ((step: number) => void) | undefined;
  initialPredicting?: Predicting | undefined;
  onPredicting?: ((predicting: Predicting) => void) | undefined;
  /** More buttons beside the one that closes. */
  actions?: ReactNode;
}

/** Shows a program run step by step, forwards and backwards. */
export function StepView(props: StepViewProps) {
  const { trace, sources, input, isOutdated, onMoreInput, onClose, initialStep = 0 } = props;
  const { closeLabel = 'Back to the program' } = props;
  const root = useRef<HTMLElement>(null);
  const isPhone = useIsPhone();
  const prediction = usePrediction({
    trace,
    initialStep,
    onStep: props.onStep,
    initialPredicting: props.initialPredicting,
    onPredicting: props.onPredicting,
  });
  const { state, dispatch } = prediction;
  const { at } = state.step;
  useStepKeys(root, dispatch);
  const placement = useMemo(() => placeObjects(trace), [trace]);
  const { names: objects } = placement;
  const follow = useCallback((target: Target) => focusTarget(root.current, target), []);
  const names = useMemo(
    () => ({ language: trace.head.language, objects, types: trace.types }),
    [trace, objects],
  );
  const scope = useMemo(() => ({ names, isPhone, follow }), [names, isPhone, follow]);
  useKeptFocus(root);

  // The slider and the code stay quick while many objects are rendered.
  const shownAt = useDeferredValue(at);
  const snapshot = trace.snapshots[at];
  const [before, shown = snapshot] = [shownAt - 1, shownAt]
    .map((step) => trace.snapshots[step])
    .map((one) => one && boundSnapshot(one));
  const isEnd = at === trace.snapshots.length - 1;
  const isFailure = snapshot?.event === 'exception' || snapshot?.event === 'signal';
  const isFailedEnd = isFailure && isEnd && trace.end.end === snapshot.event;
  const fileName = trace.head.files[snapshot?.file ?? 0] ?? '';
  const { files, language } = trace.head;
  const code = (
    <CodeView
      key={language}
      text={sources.get(fileName) ?? null}
      fileName={fileName}
      language={language}
      marks={marksAt(trace, at)}
      onLine={(line) => dispatch({ type: 'visit', line })}
    />
  );

  return (
    <StepScopeContext value={scope}>
      <ObjectsContext value={shown?.objects ?? NO_OBJECTS}>
        <section
          ref={root}
          className={classes.view}
          tabIndex={-1}
          data-autofocus
          aria-label="Step through the program"
        >
          <Transport
            trace={trace}
            stepping={{ state: state.step, dispatch }}
            actions={
              <>
                <Button
                  variant={state.isOn ? 'light' : 'default'}
                  size="compact-sm"
                  aria-pressed={state.isOn}
                  title="Asks what comes next, before each step that prints or changes something"
                  leftSection={<IconEyeQuestion size={16} aria-hidden />}
                  onClick={() => dispatch({ type: 'predict' })}
                >
                  Predict
                </Button>
                <DownloadTrace {...{ trace, sources }} />
                {props.actions}
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={closeLabel}
                  leftSection={<IconArrowLeft size={16} aria-hidden />}
                  onClick={onClose}
                >
                  {isPhone ? 'Back' : closeLabel}
                </Button>
              </>
            }
          />
          <StepNotices
            event={snapshot && !isFailedEnd ? sayEvent(snapshot, names) : null}
            isFailure={isFailure}
            end={isEnd || !snapshot ? sayEnd(trace.end) : null}
            onMoreInput={needsInput(trace, at, input) ? onMoreInput : null}
            isOutdated={isOutdated}
          />
          {state.isOn && <PredictionBar {...prediction} />}
          {shown && (
            <StepPanes
              {...{ trace, input, isPhone, code, placement, before }}
              fileName={files.length > 1 ? fileName : undefined}
              snapshot={shown}
            />
          )}
          <StepWords trace={trace} state={state.step} />
        </section>
      </ObjectsContext>
    </StepScopeContext>
  );
}

const NO_OBJECTS: Snapshot['objects'] = new Map();

interface StepPanesProps extends Pick<StepViewProps, 'trace' | 'input'> {
  snapshot: Snapshot;
  before: Snapshot | undefined;
  isPhone: boolean;
  code: ReactNode;
  placement: ReturnType<typeof placeObjects>;
  /** Undefined if there is only one. */
  fileName: string | undefined;
}

function StepPanes(props: StepPanesProps) {
  const { trace, input, snapshot, before, isPhone, code, placement } = props;
  const state = { snapshot, before, placement };
  const output = <PrintedPane output={trace.output} snapshot={snapshot} before={before} />;
  const read = <ReadPane input={input} snapshot={snapshot} />;
  if (isPhone) {
    return (
      <>
        <section className={classes.code} aria-label={props.fileName ?? 'Program'}>
          {props.fileName !== undefined && <p className={classes.fileName}>{props.fileName}</p>}
          {code}
        </section>
        <StateTabs
          {...state}
          printed={
            <>
              {output}
              {read}
            </>
          }
        />
      </>
    );
  }
  const printed = (
    <Split
      name="step-input"
      orientation="beside"
      label="Width of the output"
      usualShare={60}
      leastShare={20}
      maxShare={80}
      first={output}
      second={read}
    />
  );
  const right = (
    <Split
      name="step-state"
      orientation="below"
      label="Height of variables and objects"
      usualShare={70}
      leastShare={30}
      maxShare={85}
      first={<StatePane {...state} />}
      second={printed}
    />
  );
  return (
    <div className={classes.panes}>
      <Split
        name="step-code"
        orientation="beside"
        label="Width of the program"
        usualShare={40}
        leastShare={20}
        maxShare={70}
        first={
          <Pane heading="Program" note={props.fileName}>
            {code}
            <StepKeys />
          </Pane>
        }
        second={right}
      />
    </div>
  );
}

/** Those of `useStepKeys`, without a button that names them. */
function StepKeys() {
  return (
    <div className={`${paneClasses.foot ?? ''} ${paneClasses.keys ?? ''}`}>
      <span>
        <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Shift</kbd> over calls, <kbd>[</kbd> <kbd>]</kbd> last
        and next visit of the line
      </span>
    </div>
  );
}

/** Says what a step changed, but not while dragging or playing. */
function StepWords({ trace, state }: { trace: Replayed; state: StepState }) {
  const { at, from, way } = state;
  const { names } = useContext(StepScopeContext);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{way === 'move' ? sayStep(trace, at, from, names) : ''}</span>
    </VisuallyHidden>
  );
}

/** At the last step of a program that has ended, no line is next. */
function marksAt({ snapshots, end }: Replayed, at: number): Marks {
  const snapshot = snapshots[at];
  if (!snapshot) return { next: null, past: null };
  const hasEnded = at === snapshots.length - 1 && end.end === 'exit' && snapshot.event === null;
  if (hasEnded) return { next: null, past: snapshot.line };
  const before = snapshots[at - 1];
  const isSameFile = before?.file === snapshot.file;
  return { next: snapshot.line, past: before && isSameFile ? before.line : null };
}

/** Takes the focus, so that the keys work, and gives it back. */
function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const earlier = document.activeElement;
    root.current?.focus({ preventScroll: true });
    return () => {
      if (earlier instanceof HTMLElement) earlier.focus({ preventScroll: true });
    };
  }, [root]);
}

function focusTarget(root: HTMLElement | null, target: Target): void {
  const mark = 'id' in target ? String(target.id) : markOfVariable(target.depth, target.variable);
  const found = root?.querySelector<HTMLElement>(`[data-target="${CSS.escape(mark)}"]`);
  found?.focus();
  found?.scrollIntoView({ block: 'nearest' });
}
