import { Button, Text } from '@mantine/core';
import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import { limitsOf } from '@vlabs/contract/kinds/scoring/case-limits';
import IconPlayerPlay from '~icons/player-play';
import { useEffect, useRef, useState } from 'react';
import { type RanInputs, runOnInputs } from '../running/run-inputs.ts';
import classes from './cases.module.css';
import type { FilledOutput, MissingOutput } from './fill-outputs.ts';

const LONGEST_MESSAGE = 2000;

interface FillOutputsProps {
  solution: { language: Language; text: string };
  missing: readonly MissingOutput[];
  /** Is given what was printed for the inputs; their rows may have changed meanwhile. */
  onFill: (outputs: FilledOutput[]) => void;
}

/** Runs the solution on the inputs that have no expected output. */
export function FillOutputs({ solution, missing, onFill }: FillOutputsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [found, setFound] = useState<Report | null>(null);
  // The teacher may go on typing while the program runs.
  const latest = useRef(onFill);
  useEffect(() => {
    latest.current = onFill;
  });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function fill(): Promise<void> {
    const controller = new AbortController();
    leaving.current = controller;
    setIsBusy(true);
    setFound(null);
    const ran = await runAll(solution, missing, controller.signal);
    if (controller.signal.aborted) return;
    setIsBusy(false);
    setFound(report(ran));
    const outputs = ran.results.flatMap(({ name, input, output }) =>
      output === null ? [] : [{ name, input, output }],
    );
    if (outputs.length > 0) latest.current(outputs);
  }

  return (
    <div className={classes.group}>
      <div>
        <Button
          variant="default"
          loading={isBusy}
          disabled={missing.length === 0 || solution.text.trim() === ''}
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

interface Ran {
  results: (MissingOutput & { output: string | null; ending: string })[];
  problem: Extract<RanInputs, { problem: string }> | null;
}

/** Inputs with the same limits run together. */
async function runAll(
  { language, text: source }: FillOutputsProps['solution'],
  missing: readonly MissingOutput[],
  signal: AbortSignal,
): Promise<Ran> {
  const results: Ran['results'] = [];
  const groups = Map.groupBy(missing, ({ limits }) => JSON.stringify(limitsOf(limits)));
  for (const group of groups.values()) {
    const [{ limits } = {}] = group;
    const order = {
      languageId: languageOf(language).id,
      source,
      ...(limits ? limitsOf(limits) : { seconds: null, megabytes: null }),
    };
    const inputs = group.map(({ input }) => input);
    const ran = await runOnInputs(order, inputs, signal);
    if ('problem' in ran) return { results, problem: ran };
    for (const [at, one] of group.entries()) {
      const { output = null, ending = 'it was not run' } = ran.results[at] ?? {};
      results.push({ ...one, output, ending });
    }
  }
  return { results, problem: null };
}

interface Report {
  words: string[];
  compilerText: string;
}

function report({ results, problem }: Ran): Report {
  const filled = results.filter(({ output }) => (output ?? '') !== '').length;
  const failures = results.flatMap(({ name, output, ending }) => {
    if (output === null) return [`${name}: ${ending}.`];
    return output === '' ? [`${name}: the solution prints nothing.`] : [];
  });
  const first = `Filled in ${filled === 1 ? '1 output' : `${filled} outputs`}.`;
  if (!problem) return { words: [first, ...failures], compilerText: '' };
  const before = filled === 0 ? [] : [first];
  return { words: [...before, problem.problem, ...failures], compilerText: problem.compilerText };
}
