import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheck from '~icons/circle-check';
import IconTestPipe from '~icons/test-pipe';
import type { ProgramChecks } from '@vlabs/contract/runs/program-checks';
import type { ReactNode } from 'react';
import { messageOf } from '../../platform/calls/call.ts';
import classes from './ProgramCheck.module.css';

interface ProgramCheckProps<Asked> {
  asked: Asked;
  check: (asked: Asked) => Promise<ProgramChecks>;
  /** Their programs and test cases are the same. */
  isSame: (one: Asked, other: Asked) => boolean;
  /** There is all that the check needs. */
  isWhole: boolean;
  /** What the check does, or what it lacks. */
  about: string;
  /** Says that something was changed after the check. */
  changed: string;
}

/** Runs the solution and wrong programs on the test cases, and shows what they print. */
export function ProgramCheck<Asked>(props: ProgramCheckProps<Asked>) {
  const { asked, check, isSame, isWhole, about, changed } = props;
  const { data, variables, isPending, error, mutate } = useMutation({ mutationFn: check });
  const isOld = variables === undefined || !isSame(variables, asked);
  return (
    <section className={classes.check} aria-label="Check of the program">
      <div>
        <Button
          variant="default"
          loading={isPending}
          disabled={!isWhole}
          leftSection={<IconTestPipe size={16} aria-hidden />}
          onClick={() => mutate(asked)}
        >
          Check the program
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {error && !isPending && <Line isGood={false}>{messageOf(error)}</Line>}
      <output>
        {data && !isPending && isOld && <Text size="sm">{changed} Check again.</Text>}
      </output>
      {data && !isPending && <Results checks={data} />}
    </section>
  );
}

function Line({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <div className={classes.line}>
      {isGood ? (
        <IconCircleCheck size={18} className={classes.good} aria-hidden />
      ) : (
        <IconAlertTriangle size={18} className={classes.bad} aria-hidden />
      )}
      <span>{children}</span>
    </div>
  );
}

function Results({ checks }: { checks: ProgramChecks }) {
  const { solution, problems, mutants } = checks;
  return (
    <>
      <output>
        {problems.map(({ path, message }) => (
          <Line key={`${path} ${message}`} isGood={false}>
            {message}
          </Line>
        ))}
        {problems.length === 0 && <Line isGood>{describeSolution(checks)}</Line>}
        {problems.length === 0 && mutants.survivors.length === 0 && (
          <Line isGood>{describeTried(mutants)} None of them gets full marks.</Line>
        )}
      </output>
      {solution.compileOutput !== null && (
        <div>
          <Text size="sm">The compiler says:</Text>
          <pre className={classes.lines}>{solution.compileOutput}</pre>
        </div>
      )}
      {mutants.survivors.length > 0 && <Survivors mutants={mutants} />}
    </>
  );
}

function describeSolution({ solution, times, starters }: ProgramChecks): string {
  const count = solution.cases.length;
  const passed = count === 1 ? 'the test case' : `all ${count} test cases`;
  const slowest = times.slowestSeconds === null ? '' : ` within ${times.slowestSeconds} s`;
  const nothing =
    starters.length === 0
      ? 'An empty program earns nothing.'
      : 'The starter code and an empty program earn nothing.';
  return `The solution passes ${passed}${slowest}. ${nothing}`;
}

/** Some are left out if they take long. */
function describeTried({ made, tried }: ProgramChecks['mutants']): string {
  const programs = `${made === 1 ? '1 program' : `${made} programs`} with one change to the solution`;
  return tried === made
    ? `Tried ${programs}.`
    : `Tried ${tried} of ${programs}; time ran out for the others.`;
}

function Survivors({ mutants }: Pick<ProgramChecks, 'mutants'>) {
  return (
    <>
      <Line isGood={false}>
        These wrong programs would get full marks: add a test case that they fail, unless the change
        makes no difference. {describeTried(mutants)}
      </Line>
      <ul className={classes.survivors} aria-label="Wrong programs that would get full marks">
        {mutants.survivors.map(({ line, before, after }) => (
          <li key={`${line} ${after}`}>
            <Text size="sm">Line {line}</Text>
            <del className={`${classes.code} ${classes.old}`}>{before}</del>
            <ins className={classes.code}>{after}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}
