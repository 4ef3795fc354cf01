import { ActionIcon, Box, Button } from '@mantine/core';
import { isQueryLanguage } from '@vlabs/contract/runs/languages';
import IconCheck from '~icons/check';
import IconCopy from '~icons/copy';
import IconPilcrow from '~icons/pilcrow';
import { type ReactNode, useState } from 'react';
import { copyText } from '../../platform/copy-text.ts';
import { InputResults } from '../inputs/InputResults.tsx';
import { sizeInWords } from './output-text.ts';
import classes from './OutputPanel.module.css';
import { Pane } from '../layout/Pane.tsx';
import paneClasses from '../layout/Pane.module.css';
import { resultAdvice } from './result-advice.ts';
import { isAccepted, isStopped, type RunResult } from './run-result.ts';
import { isBusy, type RunOrder, type RunState } from './run-state.ts';
import { TablesOrText } from '../tables/TablesOrText.tsx';
import { StreamText } from './StreamText.tsx';
import { WrittenFiles } from './WrittenFiles.tsx';

const COPIED_MS = 2000;

interface OutputPanelProps {
  state: RunState;
  /** Shown next to the panel's own actions. */
  actions?: ReactNode;
}

/** The output, time and memory of the last run. */
export function OutputPanel({ state, actions }: OutputPanelProps) {
  const [showsInvisible, setShowsInvisible] = useState(false);
  const ended = state.step === 'ended' ? state : null;
  const result = ended?.result ?? null;
  return (
    <Pane
      heading="Output"
      actions={
        <>
          <ActionIcon
            variant={showsInvisible ? 'light' : 'subtle'}
            color={showsInvisible ? 'lagoon' : 'gray'}
            aria-label="Show invisible characters"
            title="Show invisible characters"
            aria-pressed={showsInvisible}
            onClick={() => setShowsInvisible(!showsInvisible)}
          >
            <IconPilcrow size={18} aria-hidden />
          </ActionIcon>
          {result && textToCopy(result) !== '' && <CopyButton text={textToCopy(result)} />}
          {actions}
        </>
      }
    >
      <Box
        component="section"
        className={classes.body ?? ''}
        aria-label="Program output"
        tabIndex={0}
      >
        {ended ? (
          <Streams result={ended.result} order={ended.order} showsInvisible={showsInvisible} />
        ) : (
          <p className={paneClasses.quiet}>{quietWords(state)}</p>
        )}
      </Box>
      <dl className={classes.figures}>
        <Figure label="Execution time">
          {result?.timeSeconds === null || !result ? '–' : `${result.timeSeconds} s`}
        </Figure>
        <Figure label="Memory used">
          {result?.memoryBytes === null || !result ? (
            '–'
          ) : (
            <>
              {result.memoryBytes} Bytes{' '}
              <span className={classes.aside}>({sizeInWords(result.memoryBytes)})</span>
            </>
          )}
        </Figure>
      </dl>
    </Pane>
  );
}

function quietWords(state: RunState): string {
  if (isBusy(state)) return 'The output appears when the program ends.';
  return state.step === 'failed' && state.failure !== 'empty'
    ? 'No output was received.'
    : 'Run your program to see its output here.';
}

/** The specification's prefix for stderr and compiler output. */
const errorText = (text: string) => `Error: ${text}`;

function textToCopy({ stdout, stderr, compileOutput }: RunResult): string {
  const errors = [compileOutput, stderr].filter((text) => text !== '').map(errorText);
  return [...(stdout === '' ? [] : [stdout]), ...errors].join('\n');
}

interface StreamsProps {
  result: RunResult;
  order: RunOrder;
  showsInvisible: boolean;
}

function Streams({ result, order, showsInvisible }: StreamsProps) {
  const { inputs } = order;
  const isQuery = isQueryLanguage(order.languageId);
  const errors = [result.compileOutput, result.stderr].filter((text) => text !== '');
  const errorStreams = errors.map((text) => (
    <StreamText key={text} text={errorText(text)} showsInvisible={showsInvisible} isError />
  ));
  if (inputs && result.results) {
    const { results } = result;
    return <InputResults {...{ inputs, results, showsInvisible, isQuery }} />;
  }
  const advice = resultAdvice(result);
  return (
    <>
      {(advice ?? result.message) !== null && (
        <div className={classes.advice}>
          {result.message !== null && <strong>{result.message}. </strong>}
          {advice}
        </div>
      )}
      {!isAccepted(result) && errorStreams}
      {result.stdout !== '' && (
        <>
          {errors.length > 0 && <h3 className={classes.streamName}>Printed by the program</h3>}
          <TablesOrText text={result.stdout} isOfTables={isQuery}>
            <StreamText text={result.stdout} showsInvisible={showsInvisible} />
          </TablesOrText>
        </>
      )}
      {isAccepted(result) && errorStreams}
      {result.verdict === 'output_limit' && (
        <p className={classes.cut}>
          The output is cut here: {sizeInWords(new Blob([result.stdout]).size)} were kept.
        </p>
      )}
      {result.stdout === '' &&
        errors.length === 0 &&
        result.files.length === 0 &&
        !isStopped(result) && (
          <p className={paneClasses.quiet}>
            {order.trace
              ? 'You stepped through this program. Execute it to see its output here.'
              : 'The program printed nothing.'}
          </p>
        )}
      <WrittenFiles files={result.files} />
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [words, setWords] = useState<'Copy' | 'Copied' | 'Not copied'>('Copy');
  const copy = async () => {
    setWords((await copyText(text)) ? 'Copied' : 'Not copied');
    setTimeout(() => setWords('Copy'), COPIED_MS);
  };
  const Icon = words === 'Copied' ? IconCheck : IconCopy;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void copy()}
    >
      {words}
    </Button>
  );
}
