import { Button, Text } from '@mantine/core';
import { languageOf } from '@vlabs/contract/running/languages';
import IconPlayerPlay from '~icons/player-play';
import { useEffect, useRef, useState } from 'react';
import { type RanInputs, runOnInputs } from '../../../web/programming/running/run-inputs.ts';
import classes from './editor.module.css';
import { type Outputs, fillOutput, listMissingOutputs, nameOf } from './fill-outputs.ts';
import { type ProgramBody, type ProgramKey, limitsOf } from '../program.ts';

const LONGEST_MESSAGE = 2000;

interface FillOutputsProps {
  body: ProgramBody;
  answerKey: ProgramKey;
  onFill: (outputs: Outputs) => void;
}

/** Runs the solution on the inputs that have no expected output. */
export function FillOutputs({ body, answerKey, onFill }: FillOutputsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [found, setFound] = useState<Report | null>(null);
  const outputs = { samples: body.samples, cases: answerKey.cases };
  const missing = listMissingOutputs(outputs);
  // The teacher may go on typing while the program runs.
  const latest = useRef({ outputs, onFill });
  useEffect(() => {
    latest.current = { outputs, onFill };
  });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function fill(): Promise<void> {
    const controller = new AbortController();
    leaving.current = controller;
    setIsBusy(true);
    setFound(null);
    const { language, text: source } = answerKey.solution;
    const order = { languageId: languageOf(language).id, source, ...limitsOf(body) };
    const ran = await runOnInputs(
      order,
      missing.map(({ input }) => input),
      controller.signal,
    );
    if (controller.signal.aborted) return;
    setIsBusy(false);
    setFound(report(missing, ran));
    if ('problem' in ran) return;
    const { current } = latest;
    current.onFill(
      missing.reduce((now, one, at) => {
        const output = ran.results[at]?.output ?? null;
        return output === null ? now : fillOutput(now, one, output);
      }, current.outputs),
    );
  }

  return (
    <div className={classes.group}>
      <div>
        <Button
          variant="default"
          loading={isBusy}
          disabled={missing.length === 0 || answerKey.solution.text.trim() === ''}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => void fill()}
        >
          Fill in the expected outputs
        </Button>
      </div>
      <output>
        {found?.words.map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
      </output>
      {found && found.compilerText !== '' && (
        <pre className={classes.program}>{found.compilerText.slice(0, LONGEST_MESSAGE)}</pre>
      )}
    </div>
  );
}

interface Report {
  words: string[];
  compilerText: string;
}

function report(missing: ReturnType<typeof listMissingOutputs>, ran: RanInputs): Report {
  if ('problem' in ran) return { words: [ran.problem], compilerText: ran.compilerText };
  const filled = ran.results.filter(({ output }) => (output ?? '') !== '').length;
  const failures = missing.flatMap((one, at) => {
    const result = ran.results[at];
    if (!result || result.output === null) {
      return [`${nameOf(one)}: ${result?.ending ?? 'it was not run'}.`];
    }
    return result.output === '' ? [`${nameOf(one)}: the solution prints nothing.`] : [];
  });
  const first = `Filled in ${filled === 1 ? '1 output' : `${filled} outputs`}.`;
  return { words: [first, ...failures], compilerText: '' };
}
