import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheck from '~icons/circle-check';
import IconTestPipe from '~icons/test-pipe';
import { type ProgramChecks, checkProgram } from '@vlabs/contract/quizzes/program-checks';
import type { TypedKindQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { kinds } from '@vlabs/kinds/kinds';
import type { ReactNode } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { listQuestionMistakes } from '../keeping/draft-mistakes.ts';
import classes from './ProgramCheck.module.css';

/** Runs the programs of a question as publishing does, and wrong programs besides. */
export function ProgramCheck({ question }: { question: TypedKindQuestion }) {
  const check = useMutation({
    mutationFn: async ({ key: _key, ...body }: TypedKindQuestion) =>
      (await call(checkProgram, { body })).data,
  });
  if (kinds[question.Kind].judged === null) return null;
  const isWhole = Object.keys(listQuestionMistakes(question)).length === 0;
  const { data, variables, isPending, error } = check;
  const isOld = variables?.Body !== question.Body || variables?.Key !== question.Key;
  return (
    <section className={classes.check} aria-label="Check of the program">
      <div>
        <Button
          variant="default"
          loading={isPending}
          disabled={!isWhole}
          leftSection={<IconTestPipe size={16} aria-hidden />}
          onClick={() => check.mutate(question)}
        >
          Check the program
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {isWhole
          ? 'Runs the solution, the starters, and wrong programs on the test cases. A test is published only if its programs pass this check.'
          : 'Complete the question to check its program.'}
      </Text>
      {error && !isPending && <Line isGood={false}>{messageOf(error)}</Line>}
      <output>
        {data && !isPending && isOld && (
          <Text size="sm">The question was changed after this check. Check it again.</Text>
        )}
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

function describeSolution({ solution, times }: ProgramChecks): string {
  const count = solution.cases.length;
  const passed = count === 1 ? 'the test case' : `all ${count} test cases`;
  const slowest = times.slowestSeconds === null ? '' : ` within ${times.slowestSeconds} s`;
  return `The solution passes ${passed}${slowest}. The starters and an empty program earn nothing.`;
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
