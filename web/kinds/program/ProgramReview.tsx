import { Table, Text } from '@mantine/core';
import { languageOf } from '@vlabs/contract/runs/languages';
import type { TestOutcome } from '@vlabs/contract/runs/test-case';
import { outcomeWords } from '../../runs/results/outcome-words.ts';
import { showLinesOf } from '../../ui/progress/show-part.ts';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import type { ReviewProps } from '../parts/view.tsx';
import { readJudgement } from '@vlabs/contract/kinds/program/judgement';
import { readProgramAnswer } from '@vlabs/contract/kinds/program/program-answer';
import { GivenFiles } from './GivenFiles.tsx';
import classes from './program.module.css';
import type { ProgramBody, ProgramKey } from '@vlabs/contract/kinds/program/program';

/** The student's program with the outcome of each test, and the solution if it is released. */
export function ProgramReview(props: ReviewProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, answer, judgement, isOwn } = props;
  const { solution } = answerKey;
  const read = answer === null ? null : readProgramAnswer(answer);
  const found = judgement === null ? null : readJudgement(judgement);
  const text = read?.drafts[read.language] ?? '';
  return (
    <>
      {read && (
        <CodeBlock
          text={text}
          language={read.language}
          title={`${isOwn ? 'Your' : 'The student’s'} program: ${languageOf(read.language).name}, ${showLinesOf(text)}`}
        />
      )}
      {found && 'share' in found && (
        <Text size="sm">{isOwn ? 'Your' : 'A'} teacher marked this program.</Text>
      )}
      {found && 'outcomes' in found && <Outcomes answerKey={answerKey} outcomes={found.outcomes} />}
      {solution.text !== '' && (
        <CodeBlock
          text={solution.text}
          language={solution.language}
          title={`A solution: ${languageOf(solution.language).name}`}
        />
      )}
      <GivenFiles files={body.files} kind="read only" />
      <GivenFiles files={answerKey.files} kind="hidden" />
    </>
  );
}

interface OutcomesProps {
  answerKey: ProgramKey;
  outcomes: readonly TestOutcome[];
}

function Outcomes({ answerKey, outcomes }: OutcomesProps) {
  const { cases } = answerKey;
  const hasNames = cases.some(({ name }) => name !== '');
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label="Tests of the program" className={classes.outcomes ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Test</Table.Th>
            {hasNames && <Table.Th>Name</Table.Th>}
            <Table.Th>Outcome</Table.Th>
            <Table.Th>Points</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outcomes.map((outcome, at) => (
            <Table.Tr key={at}>
              <Table.Td>{at + 1}</Table.Td>
              {hasNames && <Table.Td>{cases[at]?.name}</Table.Td>}
              <Table.Td data-passed={outcome === 'passed'}>{outcomeWords[outcome]}</Table.Td>
              <Table.Td>{describePoints(answerKey, outcomes, at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A test of a group earns its points only with all tests of the group. */
function describePoints(
  { cases, allOrNothing }: ProgramKey,
  outcomes: readonly TestOutcome[],
  at: number,
): string {
  const one = cases[at];
  if (!one) return '';
  const group = one.group.trim();
  const together = outcomes.filter(
    (_, other) =>
      allOrNothing || other === at || (group !== '' && cases[other]?.group.trim() === group),
  );
  const isEarned = together.every((outcome) => outcome === 'passed');
  return `${isEarned ? one.points : '0'} of ${one.points}`;
}
