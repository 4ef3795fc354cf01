import { Button, Loader, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheck from '~icons/circle-check';
import IconPlayerPlay from '~icons/player-play';
import { useQuery } from '@tanstack/react-query';
import type { DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import type { OptionNumber } from '@vlabs/contract/quizzes/questions';
import { useEffect, useState } from 'react';
import { messageOf } from '../../platform/calls/call.ts';
import {
  asksForOutput,
  comparePrinted,
  compareWithKey,
  findProgram,
  type Program,
} from './find-program.ts';
import { type Ran, runProgram } from './run-programs.ts';
import classes from './Verification.module.css';

const RUN_AFTER_MS = 1200;

interface VerificationProps {
  question: DraftQuestion;
  /** For four options: marks another one. */
  onMark: (option: OptionNumber) => void;
}

/** Runs the program in an output question and compares the marked answer with its output. */
export function Verification({ question, onMark }: VerificationProps) {
  const program = findProgram(useSettled(question.QuestionTitle));
  if (!program) return null;
  return (
    <ProgramCheck
      program={program}
      isAutomatic={asksForOutput(question.QuestionTitle)}
      question={question}
      onMark={onMark}
    />
  );
}

/** The text after a short pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), RUN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface ProgramCheckProps extends VerificationProps {
  program: Program;
  isAutomatic: boolean;
}

function ProgramCheck({ program, isAutomatic, question, onMark }: ProgramCheckProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['program-output', program.languageId, program.source],
    queryFn: ({ signal }) => runProgram(program, signal),
    enabled: isAutomatic,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <div className={classes.check}>
      <output className={classes.words}>
        {isFetching && (
          <>
            <Loader size={14} aria-hidden /> Running the program…
          </>
        )}
        {!isFetching && error && (
          <Trouble words={`The program couldn’t be run. ${messageOf(error)}`} />
        )}
        {!isFetching && data && <Finding ran={data} question={question} onMark={onMark} />}
        {!isFetching && !data && !error && 'This question contains a program.'}
      </output>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isFetching}
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        onClick={() => void refetch()}
      >
        {data ? 'Run again' : 'Run the program'}
      </Button>
    </div>
  );
}

function Finding({ ran, question, onMark }: VerificationProps & { ran: Ran }) {
  if ('problem' in ran) return <Trouble words={ran.problem} />;
  const compared =
    'Kind' in question
      ? compareWithKey(ran.printed, question)
      : comparePrinted(ran.printed, question.QuestionOptions, question.CorrectAnswer);
  const printed = compared.printed === '' ? 'nothing' : compared.printed;
  if (compared.is === 'verified') {
    return (
      <>
        <IconCircleCheck size={18} className={classes.good} aria-hidden />
        <Text span>verified: prints {printed}</Text>
      </>
    );
  }
  if (compared.is === 'printed') return <Text span>The program prints {printed}</Text>;
  const { option } = compared;
  return (
    <>
      <Trouble words={`the marked answer doesn’t match the output: ${printed}`} />
      {option !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onMark(option)}>
          Mark option {option}
        </Button>
      )}
    </>
  );
}

function Trouble({ words }: { words: string }) {
  return (
    <>
      <IconAlertTriangle size={18} className={classes.bad} aria-hidden />
      <Text span>{words}</Text>
    </>
  );
}
