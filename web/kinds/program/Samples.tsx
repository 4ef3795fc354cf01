import { areQueries } from '@vlabs/contract/runs/languages';
import { Box } from '@mantine/core';
import {
  ANY_ROW_ORDER,
  describeTolerance,
  isOfTables,
  THIS_ROW_ORDER,
} from '@vlabs/contract/runs/test-case';
import { inputName } from '../../runs/inputs/input-words.ts';
import { TablesOrText } from '../../runs/tables/TablesOrText.tsx';
import classes from './program.module.css';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';

/** What the program must do, by example, and within which limits. */
export function Samples({ body }: { body: ProgramBody }) {
  const { samples, seconds, megabytes } = body;
  const hasTables = isOfTables(body.comparison);
  const nameOfInput = inputName(areQueries(body.languages)).toLowerCase();
  return (
    <div className={classes.samples}>
      {samples.map(({ input, output }, at) => (
        <section key={at} className={classes.sample} aria-label={`Sample ${at + 1}`}>
          <Column name={`Sample ${at + 1}: ${nameOfInput}`} text={input} />
          <Column name={`Sample ${at + 1}: expected output`} text={output} isOfTables={hasTables} />
        </section>
      ))}
      <p className={classes.hint}>
        {describeComparison(body)} Each run has {seconds} s and {megabytes} MB.
      </p>
    </div>
  );
}

interface ColumnProps {
  name: string;
  text: string;
  isOfTables?: boolean;
}

function Column({ name, text, isOfTables: hasTables = false }: ColumnProps) {
  return (
    <figure className={classes.column}>
      <figcaption className={classes.columnName}>{name}</figcaption>
      {text === '' ? (
        <p className={classes.none}>none</p>
      ) : (
        <TablesOrText text={text} isOfTables={hasTables}>
          <Box component="pre" className={classes.columnText ?? ''} tabIndex={0}>
            {text}
          </Box>
        </TablesOrText>
      )}
    </figure>
  );
}

function describeComparison({ comparison, tolerance, toleranceIs }: ProgramBody): string {
  if (comparison === 'exact') return 'Your output must be the same, character by character.';
  if (comparison === 'ignoring-space') return 'Spaces and line breaks between words don’t matter.';
  if (comparison === 'rows') return ANY_ROW_ORDER;
  if (comparison === 'rows-in-order') return THIS_ROW_ORDER;
  return `Spaces between words don’t matter, and numbers ${describeTolerance(tolerance, toleranceIs)}.`;
}
